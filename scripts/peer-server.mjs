// Measures boardgame.io 0.50.2, in moves per CPU second of its server, for comparison with `rectoverso bench server`.
//
//   taskset -c 0 node scripts/peer-server.mjs [--tables 100] [--seconds 12] [--warm-up 6] [--one-match] [--modules FOLDER]
//   taskset -c 0 rectoverso bench server --tables 100 --flat-out --seconds 12 --json
//
// The packages are installed into a temporary folder, or taken from FOLDER/node_modules if that is given. The server is a separate
// process with its defaults: storage in memory, transport by socket.io. This process plays. Matches are made through the lobby's REST
// interface; each has two boardgame.io clients on websockets, and a client moves as soon as it has the other's move. A move counts
// when both have it. After a game the same two clients continue in a new match; with `--one-match` the last move deals again
// instead, and the match never ends, which is cheaper. CPU time is that of all threads of the server process, after the warm-up.
//
// The game is Nummerus for two on the classic board (N1 to N6). The server does less than ours: no log in words, no list of legal
// moves, nothing on disk; and a move names its field, so that one line of fields is checked instead of eight.
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

process.env.NODE_ENV = 'production';
// With a newer koa-compose the lobby of this boardgame.io answers 404 to everything.
const PACKAGES = ['boardgame.io@0.50.2', 'socket.io-client@4', 'koa-compose@4.1.0'];
const TICKS = 100; // Linux counts a process's CPU time in hundredths of a second.

const { values: options } = parseArgs({
  options: {
    tables: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '12' },
    'warm-up': { type: 'string', default: '6' },
    'one-match': { type: 'boolean', default: false },
    modules: { type: 'string' },
    serve: { type: 'boolean', default: false },
  },
});
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

// --- the game -------------------------------------------------------------------------------------------------------------

const ROWS = [3, 5, 7, 7, 5, 7, 7, 5, 3];
const PLACES = ROWS.flatMap((width, y) => Array.from({ length: width }, (_, i) => [(7 - width) / 2 + i, y]));
const FIELD_AT = new Map(PLACES.map(([x, y], field) => [`${x},${y}`, field]));
const DIRECTIONS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy])).filter(([dx, dy]) => dx || dy);

function line([x, y], [dx, dy]) {
  const next = FIELD_AT.get(`${x + dx},${y + dy}`);
  return next === undefined ? [] : [next, ...line(PLACES[next], [dx, dy])];
}
const LINES = PLACES.map((place) => DIRECTIONS.map((direction) => line(place, direction)));

const nearest = (board, fields) => fields.find((field) => board[field] > 0);

function canTake(board, power, field) {
  const onLine = LINES[power].find((fields) => fields.includes(field));
  if (onLine && nearest(board, onLine) === field) return true;
  return board[field] > 0 && LINES[power].every((fields) => nearest(board, fields) === undefined);
}

function legal({ board, power }) {
  const met = LINES[power].map((fields) => nearest(board, fields)).filter((field) => field !== undefined);
  return met.length ? met : PLACES.map((_, field) => field).filter((field) => board[field] > 0);
}

function series(pawns) {
  const lengths = [];
  let before = 0;
  for (const pawn of [...pawns].sort((a, b) => a - b)) {
    if (pawn === before + 1) lengths[lengths.length - 1] += 1;
    else lengths.push(1);
    before = pawn;
  }
  return lengths.filter((length) => length > 1).sort((a, b) => b - a);
}

function result(taken) {
  const [mine, yours] = taken.map(series);
  const differ = mine.concat(0).findIndex((length, i) => length !== (yours[i] ?? 0));
  if (differ < 0) return { draw: true };
  return { winner: mine.concat(0)[differ] > (yours[differ] ?? 0) ? '0' : '1' };
}

function deal(random) {
  const board = random.Shuffle(PLACES.map((_, pawn) => pawn)); // 0 is the Power pawn, and an empty field
  return { board, power: board.indexOf(0), taken: [[], []] };
}

const over = ({ taken }) => taken[0].length + taken[1].length === 48;

const nummerus = (INVALID_MOVE) => ({
  name: 'nummerus',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: ({ random }) => deal(random),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: {
      client: false, // Clients know a move only from the server.
      move: ({ G, playerID, random }, field) => {
        if (!canTake(G.board, G.power, field)) return INVALID_MOVE;
        G.taken[playerID].push(G.board[field]);
        G.board[field] = 0;
        G.power = field;
        if (options['one-match'] && over(G)) Object.assign(G, deal(random));
      },
    },
  },
  endIf: ({ G }) => (over(G) ? result(G.taken) : undefined),
});

// --- the server process ---------------------------------------------------------------------------------------------------

async function serve(require) {
  const { Server, Origins } = require('boardgame.io/server');
  const { INVALID_MOVE } = require('boardgame.io/core');
  const server = Server({ games: [nummerus(INVALID_MOVE)], origins: [Origins.LOCALHOST] });
  const { appServer } = await server.run({ port: 0 });
  process.on('disconnect', () => process.exit());
  process.send(appServer.address().port);
}

function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

// --- the players ----------------------------------------------------------------------------------------------------------

async function post(address, path, body) {
  const answer = await fetch(`${address}/games/nummerus/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function newMatch(address) {
  const { matchID } = await post(address, 'create', { numPlayers: 2 });
  const join = (playerID) => post(address, `${matchID}/join`, { playerID, playerName: `player ${playerID}` });
  const joined = await Promise.all(['0', '1'].map(join));
  return { matchID, credentials: joined.map((seat) => seat.playerCredentials) };
}

class Table {
  moves = 0;
  games = 0;

  constructor(address, makeClient) {
    this.address = address;
    this.makeClient = makeClient;
  }

  async open() {
    this.begin(await newMatch(this.address));
    this.clients = ['0', '1'].map((playerID) =>
      this.makeClient({ playerID, matchID: this.match.matchID, credentials: this.match.credentials[playerID] }),
    );
    this.clients.forEach((client, player) => client.subscribe((state) => state && this.hear(client, player, state)));
    this.clients.forEach((client) => client.start());
  }

  begin(match) {
    this.match = match;
    this.seen = [0, 0];
    this.arrived = [false, false];
    this.asked = -1;
  }

  hear(client, player, state) {
    if (client.matchID !== this.match.matchID || !state.isConnected) return;
    // Until the new match is there, a client shows the old one, which is over.
    this.arrived[player] ||= !state.ctx.gameover;
    if (!this.arrived[player]) return;
    this.count(player, state.ctx.gameover ? 48 : state.ctx.turn - 1); // the last move begins no turn
    if (state.isActive && state.ctx.currentPlayer === client.playerID) this.play(client, state);
    if (state.ctx.gameover && Math.min(...this.seen) === 48) this.goOn();
  }

  count(player, made) {
    const before = Math.min(...this.seen);
    this.seen[player] = made;
    this.moves += Math.min(...this.seen) - before;
  }

  play(client, state) {
    if (state.ctx.turn <= this.asked) return;
    this.asked = state.ctx.turn;
    const fields = legal(state.G);
    client.moves.take(fields[Math.floor(Math.random() * fields.length)]);
  }

  async goOn() {
    this.games += 1;
    this.begin({ matchID: undefined });
    const match = await newMatch(this.address);
    this.begin(match);
    this.clients.forEach((client, player) => {
      // Both by hand: a call of updateCredentials would ask the server once more for the whole match.
      client.credentials = client.transport.credentials = match.credentials[player];
      client.updateMatchID(match.matchID);
    });
  }
}

function clientsOf(require, address) {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const { INVALID_MOVE } = require('boardgame.io/core');
  const game = nummerus(INVALID_MOVE);
  const multiplayer = SocketIO({ server: address, socketOpts: { transports: ['websocket'], forceNew: true } });
  return (seat) => Client({ game, multiplayer, numPlayers: 2, debug: false, ...seat });
}

async function measure(require, pid, address) {
  const makeClient = clientsOf(require, address);
  const tables = Array.from({ length: Number(options.tables) }, () => new Table(address, makeClient));
  for (const table of tables) await table.open();
  const total = (what) => tables.reduce((sum, table) => sum + table[what], 0);
  const now = () => ({ at: performance.now() / 1000, cpu: cpuSeconds(pid), moves: total('moves'), games: total('games') });
  await pause(Number(options['warm-up']));
  const from = now();
  await pause(Number(options.seconds));
  const to = now();
  const moves = to.moves - from.moves;
  return {
    tables: tables.length,
    moves,
    games: to.games - from.games,
    moves_per_s: Math.round(moves / (to.at - from.at)),
    moves_per_cpu_s: Math.round(moves / (to.cpu - from.cpu)),
  };
}

async function bench(require, modules) {
  const script = fileURLToPath(import.meta.url);
  const server = fork(script, [...process.argv.slice(2), '--serve', '--modules', modules]);
  try {
    const port = await new Promise((ready, failed) => {
      server.once('message', ready);
      server.once('exit', () => failed(new Error('The server ended before it was ready.')));
    });
    console.log(JSON.stringify(await measure(require, server.pid, `http://localhost:${port}`)));
  } finally {
    server.kill();
  }
}

function install() {
  const folder = mkdtempSync(join(tmpdir(), 'peer-server-'));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...quiet, ...PACKAGES], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modules = options.modules ?? install();
const require = createRequire(join(modules, 'package.json'));
if (options.serve) await serve(require);
else {
  await bench(require, modules);
  process.exit(); // The clients would stay connected.
}
