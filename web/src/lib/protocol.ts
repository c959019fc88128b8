// Made by scripts/typescript.py from the Python messages: do not edit. What each means: docs/protocol.md.

export const PROTOCOL = 1;

export type Request = Hello | Look | Play | Undo | Resign | Stop | Back | AskClose | CastVote | PlayAgain | Commit | OpenNonce | React | Rename | SeatBot | Leave | CloseTable | AskOdds | AskAdvice | AskWhy | Ping;

export type Message = Welcome | Snapshot | Moved | Changed | Presence | Reacted | Ack | Refusal | Odds | Advice | Why | Pong | Bye;

export type JanusBoard = JanusTable;

export type JanusTold = JanusDrew | JanusTook | Discarded | JanusEnded | Closed;

export type NummerusBoard = NummerusTable;

export type NummerusTold = NummerusTook | Traded | NummerusEnded;

export type TitusBoard = TitusTable;

export type TitusTold = TitusDrew | TitusTook | Swapped | Placed | TitusJoined | Merged | Scored | TitusEnded;

export type Code = "asked-already" | "bad-input" | "bad-link" | "bad-name" | "blocked" | "bot-plays" | "busy" | "chair-taken" | "commitment-mismatch" | "committed-already" | "face-was-shown" | "game-not-ready" | "game-over" | "hello-first" | "help-forbidden" | "illegal-move" | "link-used" | "malformed" | "no-such-chair" | "no-such-table" | "no-vote-here" | "no-vote-open" | "not-found" | "not-handed-over" | "not-now" | "not-over" | "not-signed-in" | "not-the-host" | "not-your-chair" | "not-your-turn" | "nothing-to-undo" | "others-have-moved" | "shutting-down" | "stale" | "table-full" | "table-void" | "too-large" | "too-late" | "too-many-requests" | "too-many-tables" | "too-often" | "too-slow" | "voted-already" | "watching-forbidden" | "wrong-origin" | "wrong-protocol";

export type What = "again" | "asked" | "bot-seated" | "carried" | "closed" | "committed" | "dealt" | "deleted" | "handed-back" | "opened" | "opening" | "over" | "preparing" | "redrawn" | "renamed" | "revoked" | "seat-left" | "seat-taken" | "stop" | "taken-over" | "undone" | "vote-failed" | "voted";

export type Language = "de" | "en" | "fr" | "nl";

export type Level = "casual" | "club" | "expert" | "master" | "novice";

export type Memory = "notes" | "table";

export type Phase = "committing" | "opening" | "over" | "playing" | "void" | "waiting";

export type Ending = "clock" | "left" | "resigned";

export type Reaction = "back-soon" | "bye" | "good-game" | "good-luck" | "hello" | "nice-move" | "oops" | "sorry" | "take-your-time" | "thanks" | "thinking" | "unlucky" | "well-played" | "wow" | "your-turn";

export type Notice = "closed-by-host" | "nobody-came" | "rules-gone";

export type NoteKind = "back" | "clock" | "left" | "resigned" | "stop" | "undone";

/** A request was done, as event number `n`. A repeated request gets the same answer and is not done twice. */
export interface Ack {
  type: "ack";
  id: string;
  n: number;
}

/** As `rectoverso advise` prints it. */
export interface Advice {
  type: "advice";
  id: string;
  at: number;
  advice: Record<string, unknown>;
}

/** Who wants to go on after the end: with a new deal (also the next round of a match), or the same deal again. */
export interface Again {
  fresh: Array<number>;
  same: Array<number>;
  needed: Array<number>;
}

/** Analyse a finished game a moment more; repeat it until the analysis is there. */
export interface AnalyseRecord {
  record: Record<string, unknown>;
  lang?: "de" | "en" | "fr" | "nl";
}

/** A finished game, move by move and seat by seat. */
export interface Analysis {
  game: string;
  players: number;
  measure: string;
  effort: Effort;
  result: Result;
  seats: Array<SeatAccount>;
  turning_points: Array<number>;
  costly: Array<CostlyMove>;
  moves: Array<MoveAccount>;
}

/** How far an analysis is: closely looked at are `done` of `total` positions. */
export interface AnalysisProgress {
  done: number;
  total: number;
  values: Array<Array<number>>;
  analysis: Analysis | null;
}

/** What a strong player would do here. Answered by `advice`. */
export interface AskAdvice {
  type: "advise";
  id: string;
  chair: number;
}

/** J13: ask the table whether to end the game; the asker says yes. */
export interface AskClose {
  type: "ask_close";
  id: string;
  chair: number;
}

/** The odds of everything that this chair has not seen. Answered by `odds`. */
export interface AskOdds {
  type: "odds";
  id: string;
  chair: number;
}

/** Why is this move not possible? Answered by `why`, at every table: it tells the rules, and nothing hidden. */
export interface AskWhy {
  type: "why";
  id: string;
  chair: number;
  move: string;
}

/** A move, whether the seat to move may play it, and if not, why: a sentence, and the rule that it rests on. */
export interface Attempt {
  move: string;
  possible: boolean;
  why?: string | null;
  rule?: string | null;
}

/** I am back: the bot that took over hands my chair back. */
export interface Back {
  type: "back";
  id: string;
  chair: number;
}

/** The server is about to close this connection; `code` says why. Reconnect unless it is `wrong-protocol`. */
export interface Bye {
  type: "bye";
  code: "asked-already" | "bad-input" | "bad-link" | "bad-name" | "blocked" | "bot-plays" | "busy" | "chair-taken" | "commitment-mismatch" | "committed-already" | "face-was-shown" | "game-not-ready" | "game-over" | "hello-first" | "help-forbidden" | "illegal-move" | "link-used" | "malformed" | "no-such-chair" | "no-such-table" | "no-vote-here" | "no-vote-open" | "not-found" | "not-handed-over" | "not-now" | "not-over" | "not-signed-in" | "not-the-host" | "not-your-chair" | "not-your-turn" | "nothing-to-undo" | "others-have-moved" | "shutting-down" | "stale" | "table-full" | "table-void" | "too-large" | "too-late" | "too-many-requests" | "too-many-tables" | "too-often" | "too-slow" | "voted-already" | "watching-forbidden" | "wrong-origin" | "wrong-protocol";
}

/** I want to go on with this chair on another device. */
export interface CarryChair {
  chair: number;
}

/** J13: answer yes or no. */
export interface CastVote {
  type: "vote";
  id: string;
  chair: number;
  yes: boolean;
}

/** A place at the table and who sits there. */
export interface Chair {
  chair: number;
  seat: number | null;
  kind: "bot" | "open" | "person";
  taken: boolean;
  name: string | null;
  level: "casual" | "club" | "expert" | "master" | "novice" | null;
  mine: boolean;
  present: boolean;
  bot_plays: boolean;
  ended: "clock" | "left" | "resigned" | null;
}

/** Anything else that happened at the table. `position` is set if the position changed. */
export interface Changed {
  type: "changed";
  n: number;
  what: "again" | "asked" | "bot-seated" | "carried" | "closed" | "committed" | "dealt" | "deleted" | "handed-back" | "opened" | "opening" | "over" | "preparing" | "redrawn" | "renamed" | "revoked" | "seat-left" | "seat-taken" | "stop" | "taken-over" | "undone" | "vote-failed" | "voted";
  chair: number | null;
  table: Table;
  ref?: string;
  position?: Position;
}

/** The host closes a table that still waits for people. */
export interface CloseTable {
  type: "close_table";
  id: string;
}

/** J13: all have agreed to end the game. */
export interface Closed {
  type: "close";
  seat: number;
  passed: Array<number>;
  ending: "close" | "no-card-left" | "no-triplet-possible" | "stall" | null;
  rounds: number | null;
}

/** Fair deal: SHA-256 of my nonce, as hex; None: I take no part. */
export interface Commit {
  type: "commit";
  id: string;
  chair: number;
  commitment: string | null;
}

/** A move that lost much against a better one, and why that one is better. */
export interface CostlyMove {
  at: number;
  seat: number;
  move: string;
  better: string;
  lost: number;
  reason: string;
}

/** I have been deleted; the cookie is gone too. */
export interface Deleted {

}

/** Another device that holds a chair of mine. */
export interface Device {
  device: string;
  since: number;
  chairs: number;
  revocable: boolean;
}

/** J10: a card under the pile, or `on_top` of it; everybody sees its own side. */
export interface Discarded {
  type: "discard";
  seat: number;
  passed: Array<number>;
  ending: "close" | "no-card-left" | "no-triplet-possible" | "stall" | null;
  rounds: number | null;
  card: number;
  symbol: string | null;
  on_top: boolean;
}

/** How much work is spent on a position. */
export interface Effort {
  simulations?: number;
  value_simulations?: number;
  worlds?: number;
  proof_positions?: number;
}

/** A line of the log as one seat is told it: the number of the move, who made it, the move, what was seen of it. */
export interface Entry {
  at: number;
  seat: number;
  move: string;
  told: unknown;
}

/** What a long search says of a move: the best one and why, the one that was chosen, and the best of the others. */
export interface ExerciseAnswer {
  right: boolean;
  best: ExerciseChance;
  chosen: ExerciseChance;
  second: ExerciseChance;
  reason: string;
}

/** A move and the chance of winning after it, from 0 to 1, by what the seat has seen. */
export interface ExerciseChance {
  move: string;
  win: number;
}

/** A position as the seat to move sees it, with all that it has seen before, and nothing else of the deal. */
export interface ExercisePosition {
  number: number;
  grade: "easy" | "hard" | "medium";
  players: number;
  options: Record<string, string | number | boolean>;
  seat: number;
  at: number;
  board: unknown;
  known: unknown;
  odds: unknown;
  legal: Array<string>;
}

/** The exercises of a game: how difficult each is, in the order of their numbers. */
export interface Exercises {
  grades: Array<"easy" | "hard" | "medium">;
}

/** The proof that nobody chose the deal of this round (docs/fair-deals.md). */
export interface FairDeal {
  scheme: number;
  commitment: string;
  until: number | null;
  committed: Array<number>;
  opened: Array<number>;
  commitments?: Array<string | null> | null;
  nonces?: Array<string | null> | null;
  seed?: string | null;
  draw?: number;
  unopened?: Array<Array<number>>;
  again?: number | null;
}

/** A game that can be played here. A page needs no list of the games: all that it asks of one is here. */
export interface GameInfo {
  name: string;
  title: string;
  authors: Array<string>;
  year: number | null;
  age: number;
  minutes: [number, number];
  players: Array<number>;
  usual_players: number;
  levels: Array<"casual" | "club" | "expert" | "master" | "novice">;
  options: Array<OptionInfo>;
  match_options: Record<string, string | number | boolean> | null;
  daily: Array<Record<string, string | number | boolean>>;
  puzzles: boolean;
  hidden: boolean;
  private: boolean;
  vote: boolean;
  deck: Array<string | number>;
  lessons: Array<LessonInfo>;
  exercises: number;
  rules: Array<"de" | "en" | "fr" | "nl">;
  cover: string | null;
  generic: boolean;
  words: Record<string, GameWords> | null;
}

/** A game in one language. */
export interface GameWords {
  title: string;
  pitch: string | null;
  options: Record<string, OptionWords>;
}

/** A position in the reader's language, for a page that has no board for the game. */
export interface GenericBoard {
  groups: Array<GenericGroup>;
  moves: Array<string>;
}

/** Pieces that lie together. */
export interface GenericGroup {
  label: string;
  owner: number | null;
  pieces: Array<GenericPiece>;
}

/** One thing on the table and what it shows, in words. */
export interface GenericPiece {
  id: string;
  text: string;
  hidden: boolean;
}

/** The first message: which table, seen from which chair, in which language, and the last number it has. */
export interface Hello {
  type: "hello";
  protocol: number;
  table: string;
  chair?: number | null;
  have?: number | null;
  lang?: "de" | "en" | "fr" | "nl";
}

/** Where a private link leads, before anybody sits down. */
export interface Invitation {
  table: string;
  chair: number;
  carries: boolean;
  mine: boolean;
  free: boolean;
  host: string | null;
  setup: Setup;
  names: Array<string | null>;
  here: number;
}

/** A card in a hand by its tag (from 1): its holder's own side and its outer side (J3); null: not to be seen now. */
export interface JanusCard {
  tag: number;
  own: string | null;
  outer: string | null;
}

/** For the notes: by tag the front (own or up) and the back of a card as far as this seat has seen them. */
export interface JanusKnown {
  sides: Record<string, [string | null, string | null]>;
  pile: Array<number>;
  unseen: Array<[string, string]>;
}

/** A seat: its hand, in the order in which the cards came, and its triplets. */
export interface JanusSeat {
  hand: Array<JanusCard>;
  triplets: Array<JanusTriplet>;
  score: number;
}

/** The table as one seat sees it now. */
export interface JanusTable {
  pile: number;
  top: JanusTop | null;
  discard: "top" | "under";
  phase: "choose" | "discarded" | "drawn";
  pile_only: boolean;
  quiet: number;
  patience: number | null;
  ending: "close" | "no-card-left" | "no-triplet-possible" | "stall" | null;
  seats: Array<JanusSeat>;
  sides: Record<string, [string, string]> | null;
}

/** The pile's top card and its up side; null where the log no longer tells it. */
export interface JanusTop {
  tag: number;
  up: string | null;
}

/** J11: three cards laid down, symbols up. */
export interface JanusTriplet {
  symbol: string;
  tags: Array<number>;
}

/** Sit down on an open chair; None: any. */
export interface JoinTable {
  chair?: number | null;
}

/** Leave: while the table waits, the chair is free again; later a bot takes over at once. */
export interface Leave {
  type: "leave";
  id: string;
  chair: number;
}

/** The answer to a learner's move; a right one is played, and so are the moves of the others. */
export interface LessonAnswer {
  right: boolean;
  text: string;
  rule?: string | null;
  shown?: Array<LessonFrame>;
}

/** A position in a lesson after a move: who moved, what the learner saw of it, the board, and who is to move. */
export interface LessonFrame {
  seat: number;
  move: string;
  told: unknown;
  text: string;
  board: unknown;
  to_move: number | null;
}

/** A lesson that is played: /api/lessons/{game}/{name}/{step}, steps from 1. */
export interface LessonInfo {
  name: string;
  players: number;
  steps: number;
}

/** A move that a learner tries, in a lesson or an exercise. */
export interface LessonMove {
  move: string;
  lang?: "de" | "en" | "fr" | "nl";
}

/** A position of a lesson as the learner, on seat 1, sees it, and what to do there. */
export interface LessonStep {
  step: number;
  steps: number;
  text: string;
  players: number;
  options: Record<string, string | number | boolean>;
  board: unknown;
  legal: Array<string>;
  right: Array<string>;
  rules: Array<string>;
}

/** The private links of the chairs that nobody has taken; only for the host. */
export interface Links {
  links: Array<SeatLink>;
}

/** Public tables that wait for people, and those that may be watched. */
export interface Lobby {
  waiting: Array<LobbyTable>;
  playing: Array<LobbyTable>;
}

/** A public table. */
export interface LobbyTable {
  table: string;
  setup: Setup;
  phase: "committing" | "opening" | "over" | "playing" | "void" | "waiting";
  names: Array<string | null>;
  levels: Array<"casual" | "club" | "expert" | "master" | "novice" | null>;
  open: Array<number>;
  since: number;
  watchers: number;
}

/** A line of the log: as data, and in words of the reader's language. */
export interface LogLine {
  entry: Entry;
  text: string;
}

/** See the table from another of my chairs (hot seat), or as a watcher does (None). Answered by a snapshot. */
export interface Look {
  type: "look";
  chair?: number | null;
  lang?: "de" | "en" | "fr" | "nl" | null;
}

/** The state of the match. */
export interface Match {
  round: number;
  number: number;
  rounds: number;
  points: Array<number>;
  ranks: Array<number> | null;
  results: Array<RoundResult>;
}

/** T14: the upper group goes on top of the lower one. */
export interface Merged {
  type: "merge";
  seat: number;
  lower: Array<TitusCoin>;
  upper: Array<TitusCoin>;
  over: boolean;
}

/** One move: what the position and the move were worth, by what the mover knew, and what it changed for each seat. */
export interface MoveAccount {
  at: number;
  seat: number;
  move: string;
  choices: number;
  before: Array<number>;
  after: Array<number>;
  luck: Array<number>;
  skill: Array<number>;
  settled: Array<number>;
  best: string;
  lost: number;
  exact: boolean;
  by_memory: boolean;
}

/** A move was made: what this viewer saw of it, and the position after it. */
export interface Moved {
  type: "moved";
  n: number;
  line: LogLine;
  by: "bot" | "person";
  to_move: number | null;
  legal: Array<string>;
  board: unknown;
  deadline: number | null;
  undo: number | null;
  may_close: boolean;
  ref?: string;
  faded?: Array<LogLine>;
  known?: unknown;
  odds?: unknown;
  result?: Result;
  generic?: GenericBoard;
}

/** A table where I have a chair. */
export interface MyTable {
  table: string;
  setup: Setup;
  phase: "committing" | "opening" | "over" | "playing" | "void" | "waiting";
  chairs: Array<number>;
  names: Array<string | null>;
  levels: Array<"casual" | "club" | "expert" | "master" | "novice" | null>;
  my_turn: boolean;
  changed: number;
  round: number;
  result: Result | null;
  ranks: Array<number> | null;
  played: Array<PlayedRound>;
  notice: "closed-by-host" | "nobody-came" | "rules-gone" | null;
}

/** My games, the latest first. */
export interface MyTables {
  tables: Array<MyTable>;
}

/** Something besides moves that belongs in the log: event `n`, after `at` moves of the round. */
export interface Note {
  n: number;
  at: number;
  what: "back" | "clock" | "left" | "resigned" | "stop" | "undone";
  chair: number;
}

/** For the notes: the numbers still on the board, in order. */
export interface NummerusKnown {
  left: Array<number>;
}

/** What a seat has taken: its series (N5; in solitaire every pawn is in one, N9), its loose pawns, its tokens. */
export interface NummerusSeat {
  pawns: Array<number>;
  series: Array<Array<number>>;
  loose: Array<number>;
  tokens: number;
  score: number;
}

/** The board and the seats. */
export interface NummerusTable {
  board: "classic" | "square";
  fields: Array<number | null>;
  power: number;
  reach: Array<number>;
  free_choice: boolean;
  phase: "take" | "trade";
  put_away_from: number | null;
  seats: Array<NummerusSeat>;
}

/** As `rectoverso odds` prints them. */
export interface Odds {
  type: "odds";
  id: string;
  at: number;
  odds: Record<string, unknown>;
}

/** Fair deal: my nonce, 32 bytes as hex. */
export interface OpenNonce {
  type: "open";
  id: string;
  chair: number;
  nonce: string;
}

/** Open a table. The number of chairs is the number of players. */
export interface OpenTable {
  game: string;
  chairs: Array<SeatFor>;
  options?: Record<string, string | number | boolean>;
  memory?: "notes" | "table";
  turn_seconds?: number | null;
  grace_seconds?: number | null;
  public?: boolean;
  watching?: boolean;
  rounds?: number;
  random_seats?: boolean;
  first_chair?: number;
  daily?: string | null;
  puzzle?: boolean;
}

/** A table option: its values, or its range. */
export interface OptionInfo {
  name: string;
  values: Array<string | number | boolean> | null;
  range: [number, number] | null;
  default: string | number | boolean;
  players: Array<number> | null;
  among_persons?: string | number | boolean | null;
  unless?: [string, string | number | boolean] | null;
}

/** A table option in one language. */
export interface OptionWords {
  name: string;
  help: string | null;
  values: Record<string, string>;
}

/** Answered by `pong`. Send one every 20 seconds: a connection that is silent for 60 is closed. */
export interface Ping {
  type: "ping";
  t?: number;
}

/** T11: an independent coin. */
export interface Placed {
  type: "place";
  seat: number;
  coin: TitusCoin;
  over: boolean;
}

/** Make a move; `against` is the last event number the client has seen. */
export interface Play {
  type: "play";
  id: string;
  chair: number;
  against: number;
  move: string;
}

/** After the end: another round (of the match, or a rematch), or the same deal again. */
export interface PlayAgain {
  type: "again";
  id: string;
  chair: number;
  same_deal?: boolean;
}

/** A round that is over: when, and what each chair got. */
export interface PlayedRound {
  round: number;
  at: number;
  scores: Array<number>;
  ranks: Array<number>;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  t: number;
  now: number;
}

/** The game as one seat sees it: exactly what `rectoverso view` prints, and in `said` the log in words. */
export interface Position {
  view: View;
  said: Array<string>;
  generic?: GenericBoard;
}

/** Who is connected now, by chair. Not an event: it has no number. */
export interface Presence {
  type: "presence";
  present: Array<boolean>;
  watchers: number;
}

/** How long things are kept here, in days (None: for ever), and which devices hold my chairs. */
export interface Privacy {
  keep_games_days: number | null;
  keep_guests_days: number | null;
  devices: Array<Device>;
}

/** Every refusal over HTTP, whatever its status. */
export interface Problem {
  code: string;
  details?: Record<string, unknown>;
}

/** What is said about the puzzle of a day; the solution is a record. */
export interface PuzzleInfo {
  grade: "easy" | "hard" | "medium";
  length: number;
  solutions: number;
  at: number;
}

/** A game against anybody: joins a public table that waits, or opens one. */
export interface QuickMatch {
  game: string;
  players?: number | null;
}

/** One of the fixed reactions; there is no free chat. */
export interface React {
  type: "react";
  id: string;
  chair: number;
  reaction: "back-soon" | "bye" | "good-game" | "good-luck" | "hello" | "nice-move" | "oops" | "sorry" | "take-your-time" | "thanks" | "thinking" | "unlucky" | "well-played" | "wow" | "your-turn";
}

/** Somebody reacted. Not an event: it has no number. */
export interface Reacted {
  type: "reaction";
  chair: number;
  reaction: "back-soon" | "bye" | "good-game" | "good-luck" | "hello" | "nice-move" | "oops" | "sorry" | "take-your-time" | "thanks" | "thinking" | "unlucky" | "well-played" | "wow" | "your-turn";
}

/** When games can be played: their rules are compiled on the first start on a machine, or after an update. */
export interface ReadyIn {
  seconds: Record<string, number>;
}

/** A request was refused. After `stale` a snapshot follows. `id` is None where the request could not be read. */
export interface Refusal {
  type: "refused";
  code: "asked-already" | "bad-input" | "bad-link" | "bad-name" | "blocked" | "bot-plays" | "busy" | "chair-taken" | "commitment-mismatch" | "committed-already" | "face-was-shown" | "game-not-ready" | "game-over" | "hello-first" | "help-forbidden" | "illegal-move" | "link-used" | "malformed" | "no-such-chair" | "no-such-table" | "no-vote-here" | "no-vote-open" | "not-found" | "not-handed-over" | "not-now" | "not-over" | "not-signed-in" | "not-the-host" | "not-your-chair" | "not-your-turn" | "nothing-to-undo" | "others-have-moved" | "shutting-down" | "stale" | "table-full" | "table-void" | "too-large" | "too-late" | "too-many-requests" | "too-many-tables" | "too-often" | "too-slow" | "voted-already" | "watching-forbidden" | "wrong-origin" | "wrong-protocol";
  id?: string | null;
  details?: Record<string, unknown>;
}

/** Change my name on this chair (hot seat: each chair has its own name). */
export interface Rename {
  type: "rename";
  id: string;
  chair: number;
  name: string;
}

/** A finished game, step by step. `start`: the position before the first move. */
export interface Replay {
  game: string;
  players: number;
  options: Record<string, string | number | boolean>;
  seat: number | "all" | "watcher";
  start: unknown;
  steps: Array<ReplayStep>;
  result: Result | null;
  generic?: GenericBoard;
}

/** Show a finished game, as a seat (or `watcher`) saw it, or with every card open (`all`). */
export interface ReplayRecord {
  record: Record<string, unknown>;
  seat?: number | "all" | "watcher";
  lang?: "de" | "en" | "fr" | "nl";
}

/** A move of a finished game, and the position after it. */
export interface ReplayStep {
  at: number;
  seat: number;
  move: string;
  told: unknown;
  text: string;
  board: unknown;
  generic?: GenericBoard;
}

/** Give up this round: between two players it ends, otherwise a bot plays on. */
export interface Resign {
  type: "resign";
  id: string;
  chair: number;
}

/** The end of a game, by seat; equal results share a rank: 1, 2, 2, 4. */
export interface Result {
  scores: Array<number>;
  ranks: Array<number>;
}

/** Take my chairs away from another device. */
export interface RevokeDevice {
  device: string;
}

/** A finished round. */
export interface RoundResult {
  round: number;
  order: Array<number>;
  result: Result;
}

/** T14: a group goes on a point card. */
export interface Scored {
  type: "score";
  seat: number;
  group: Array<TitusCoin>;
  card: number;
  over: boolean;
}

/** A seat's game: start + luck + skill + others + settled = result. */
export interface SeatAccount {
  seat: number;
  start: number;
  luck: number;
  skill: number;
  others: number;
  settled: number;
  result: number;
  lost: number;
  memory: number;
  moves: number;
}

/** The host puts a bot on a chair that nobody has taken. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  chair: number;
  level: "casual" | "club" | "expert" | "master" | "novice";
}

/** Who may sit on a chair: me (several times: a hot seat), somebody with a private link, anybody, a bot. */
export interface SeatFor {
  kind: "bot" | "me" | "open" | "person";
  level?: "casual" | "club" | "expert" | "master" | "novice" | null;
  name?: string | null;
}

/** A private link: the person who opens it sits down. `path` is relative to the site: `/join/…`. */
export interface SeatLink {
  chair: number;
  link: string;
  path: string;
}

/** My name from now on. */
export interface SetName {
  name: string;
}

/** What a table was opened with; it never changes. */
export interface Setup {
  game: string;
  players: number;
  options: Record<string, string | number | boolean>;
  memory?: "notes" | "table";
  turn_seconds?: number | null;
  grace_seconds?: number | null;
  public?: boolean;
  watching?: boolean;
  rounds?: number;
  random_seats?: boolean;
  first_chair?: number;
  daily?: string | null;
  puzzle?: boolean;
}

/** Who I am here, and what can be played. Also gives the guest's cookie. */
export interface Site {
  version: string;
  protocol: number;
  name: string | null;
  lang: "de" | "en" | "fr" | "nl";
  languages: Array<"de" | "en" | "fr" | "nl">;
  games: Array<GameInfo>;
  levels: Array<"casual" | "club" | "expert" | "master" | "novice">;
  reactions: Array<string>;
  ready_in: Record<string, number>;
}

/** A fresh view of everything. `position` is None before the first deal. */
export interface Snapshot {
  type: "snapshot";
  n: number;
  chair: number | null;
  table: Table;
  position: Position | null;
  notes: Array<Note>;
  now: number;
}

/** Somebody has resigned: I want to end the round now. It ends once all persons who still play want that. */
export interface Stop {
  type: "stop";
  id: string;
  chair: number;
}

/** Somebody has resigned, and a bot plays on: the round ends early if all persons who still play want that. */
export interface Stopping {
  resigned: Array<number>;
  wanted: Array<number>;
  needed: Array<number>;
}

/** A base class for defining efficient serializable objects. */
export interface Struct {

}

/** T9, A2: the coin given, the coin wanted as it lay, and its back that shows now. */
export interface Swapped {
  type: "swap";
  seat: number;
  other: number;
  given: TitusCoin;
  wanted: TitusCoin;
  back: number | null;
}

/** All about a table but the game that lies on it. */
export interface Table {
  phase: "committing" | "opening" | "over" | "playing" | "void" | "waiting";
  setup: Setup;
  chairs: Array<Chair>;
  host: boolean;
  match: Match;
  fair: FairDeal | null;
  vote: Vote | null;
  again: Again | null;
  stop: Stopping | null;
  stopped: boolean;
  deadline: number | null;
  undo: number | null;
  help: boolean;
  may_close: boolean;
  watchers: number;
  notice: "closed-by-host" | "nobody-came" | "rules-gone" | null;
}

/** A table as I may see it; the game itself comes over the socket. */
export interface TableAnswer {
  table: Table;
}

/** A new table, and the links to give away. */
export interface TableOpened {
  table: string;
  chairs: Array<number>;
  links: Array<SeatLink>;
}

/** A coin by its tag (from 1) and the face it shows; null where the log no longer tells the face. */
export interface TitusCoin {
  tag: number;
  face: number | null;
}

/** For the notes: by tag, the other face of coins that have been turned over; the coins not seen on both faces. */
export interface TitusKnown {
  backs: Record<string, number>;
  unknown: Array<[number, number]>;
}

/** What lies in front of a player: their groups, lowest coin first (alone: independent), and their point cards. */
export interface TitusSeat {
  groups: Array<Array<TitusCoin>>;
  series: Array<TitusSeries>;
  score: number;
}

/** T14: a point card and the coins on it, lowest number first, so the last one lies on top. */
export interface TitusSeries {
  card: number;
  coins: Array<TitusCoin>;
}

/** The table as everybody sees it now. */
export interface TitusTable {
  pile: number;
  top: TitusCoin | null;
  hand: TitusCoin | null;
  phase: "choose" | "drawn" | "turned";
  taken: number;
  unlimited: boolean;
  taking_over: boolean;
  stack: Array<number>;
  seats: Array<TitusSeat>;
  backs: Record<string, number> | null;
}

/** N8: a pawn given to another seat, and one got from it. */
export interface Traded {
  type: "trade";
  seat: number;
  other: number;
  given: number;
  taken: number;
  over: boolean;
}

/** Undo my last action. */
export interface Undo {
  type: "undo";
  id: string;
  chair: number;
  against: number;
}

/** Sit down where a private link leads, or go on with a chair on this device. */
export interface UseLink {
  link: string;
}

/** All that a seat is shown of a game at one moment; `known` and `odds` only where notes are kept. */
export interface View {
  game: string;
  players: number;
  options: Record<string, string | number | boolean>;
  seat: number | "watcher";
  to_move: number | null;
  at: number;
  table: unknown;
  legal: Array<string>;
  log: Array<Entry>;
  result: Result | null;
  known?: unknown;
  odds?: unknown;
}

/** J13: shall the game end now? It ends once all chairs have said yes, and goes on at the first no. */
export interface Vote {
  asked_by: number;
  yes: Array<number>;
  until: number;
}

/** The answer to `hello`; a snapshot or the missed events follow. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  chairs: Array<number>;
  chair: number | null;
  resumed: boolean;
  now: number;
}

/** Whether a move is possible, and if not, why. */
export interface Why {
  type: "why";
  id: string;
  at: number;
  attempt: Attempt;
}

/** J8: the pile's top card, and what the pile shows now. */
export interface JanusDrew {
  type: "draw";
  seat: number;
  passed: Array<number>;
  ending: "close" | "no-card-left" | "no-triplet-possible" | "stall" | null;
  rounds: number | null;
  card: number;
  symbol: string | null;
  outer: string | null;
  triplet: boolean;
  laid?: string | null;
  next: JanusTop | null;
}

/** The turn is ended. With the option `after-drawing` a triplet may be laid down now (J11). */
export interface JanusEnded {
  type: "end";
  seat: number;
  passed: Array<number>;
  ending: "close" | "no-card-left" | "no-triplet-possible" | "stall" | null;
  rounds: number | null;
  triplet?: boolean;
  laid?: string | null;
}

/** J8: a card out of another hand. */
export interface JanusTook {
  type: "take";
  seat: number;
  passed: Array<number>;
  ending: "close" | "no-card-left" | "no-triplet-possible" | "stall" | null;
  rounds: number | null;
  card: number;
  symbol: string | null;
  outer: string | null;
  triplet: boolean;
  laid?: string | null;
  other: number;
}

/** N8: no exchange this turn. */
export interface NummerusEnded {
  type: "end";
  seat: number;
  over: boolean;
}

/** A pawn taken from a field (`start`: where the Power pawn slid from; fields from 0). */
export interface NummerusTook {
  type: "take";
  seat: number;
  pawn: number;
  start: number;
  field: number;
  free: boolean;
  on: number | null;
  over: boolean;
}

/** T9: the top coin of the pile; `next`: the coin that shows now. */
export interface TitusDrew {
  type: "draw";
  seat: number;
  coin: TitusCoin;
  next: TitusCoin | null;
}

/** The turn is ended. */
export interface TitusEnded {
  type: "end";
  seat: number;
  over: boolean;
}

/** T6: a coin put to a group. */
export interface TitusJoined {
  type: "join";
  seat: number;
  coin: TitusCoin;
  group: Array<TitusCoin>;
  over: boolean;
}

/** T10: the top coin of another player's series, turned over: `coin` as it lay, `back` as it shows now. */
export interface TitusTook {
  type: "take";
  seat: number;
  other: number;
  card: number;
  coin: TitusCoin;
  back: number | null;
}

/** I now sit at this table. */
export interface Joined {
  table: string;
  chair: number;
}
