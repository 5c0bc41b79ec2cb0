// A race of the same kind on boardgame.io's headless client: a ring of 40 segments, 1 or 2 segments a turn and fuel
// for more, a draw from a bag on a taken segment, the first over 3 laps wins. Prints moves a second as JSON.
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const RING = 40, LAPS = 3, CARS = 4;

const game = {
  setup: () => ({
    cars: Array.from({ length: CARS }, () => ({ progress: 0, fuel: 3 })),
    deck: { safe: 30, incident: 8, crash: 2 },
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drive: ({ G, ctx, random }, distance) => {
      const car = G.cars[ctx.currentPlayer];
      const burn = Math.max(0, distance - 2);
      if (distance < 1 || burn > car.fuel) return INVALID_MOVE;
      car.fuel -= burn;
      car.progress += distance;
      const taken = G.cars.some((other, i) => i !== Number(ctx.currentPlayer) && other.progress % RING === car.progress % RING);
      if (taken) {
        const total = G.deck.safe + G.deck.incident + G.deck.crash;
        if (total === 0) Object.assign(G.deck, { safe: 30, incident: 8, crash: 2 });
        let ticket = random.Die(Math.max(1, total));
        for (const name of Object.keys(G.deck)) {
          if (ticket <= G.deck[name]) { G.deck[name] -= 1; break; }
          ticket -= G.deck[name];
        }
      }
      if (car.progress % RING >= 36) car.fuel = Math.min(5, car.fuel + 1);
    },
  },
  endIf: ({ G }) => {
    const winner = G.cars.findIndex((car) => car.progress >= RING * LAPS);
    return winner >= 0 ? { winner } : undefined;
  },
};

let seed = 1;
const below = (n) => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed % n; };

const races = Number(process.argv[2] || 5);
const start = process.hrtime.bigint();
let moves = 0;
for (let race = 0; race < races; race += 1) {
  const client = Client({ game, numPlayers: CARS, debug: false });
  client.start();
  while (client.getState().ctx.gameover === undefined) {
    const { G, ctx } = client.getState();
    client.moves.drive(1 + below(2 + G.cars[ctx.currentPlayer].fuel));
    moves += 1;
  }
  client.stop();
}
console.log(JSON.stringify({ moves, seconds: Number(process.hrtime.bigint() - start) / 1e9 }));
