"""The hardware layer: panels, displays, readers and lamps. It has never heard of racing."""
