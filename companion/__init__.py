"""The referee: rules, table, controls, screens and pages. Runs on any computer; imports no vendor library."""
