/** Why a request was refused, in words. */
import { m } from '../paraglide/messages.js'
import type { Code } from './protocol'

const REFUSED: Record<Code, () => string> = {
  malformed: m.refused_malformed,
  'too-large': m.refused_too_large,
  'wrong-protocol': m.refused_wrong_protocol,
  'hello-first': m.refused_hello_first,
  'too-many-requests': m.refused_too_many_requests,
  'too-slow': m.refused_too_slow,
  'shutting-down': m.refused_shutting_down,
  'no-such-table': m.refused_no_such_table,
  'not-your-chair': m.refused_not_your_chair,
  'no-such-chair': m.refused_no_such_chair,
  'chair-taken': m.refused_chair_taken,
  'table-full': m.refused_table_full,
  'watching-forbidden': m.refused_watching_forbidden,
  'bad-link': m.refused_bad_link,
  'link-used': m.refused_link_used,
  'not-the-host': m.refused_not_the_host,
  'bad-name': m.refused_bad_name,
  'too-many-tables': m.refused_too_many_tables,
  'not-signed-in': m.refused_not_signed_in,
  'wrong-origin': m.refused_wrong_origin,
  'bad-input': m.refused_bad_input,
  'not-found': m.refused_not_found,
  'game-not-ready': m.refused_game_not_ready,
  blocked: m.refused_blocked,
  'not-your-turn': m.refused_not_your_turn,
  'illegal-move': m.refused_illegal_move,
  stale: m.refused_stale,
  'not-now': m.refused_not_now,
  'game-over': m.refused_game_over,
  'table-void': m.refused_table_void,
  'nothing-to-undo': m.refused_nothing_to_undo,
  'face-was-shown': m.refused_face_was_shown,
  'others-have-moved': m.refused_others_have_moved,
  'no-vote-here': m.refused_no_vote_here,
  'asked-already': m.refused_asked_already,
  'no-vote-open': m.refused_no_vote_open,
  'voted-already': m.refused_voted_already,
  'bot-plays': m.refused_bot_plays,
  'not-handed-over': m.refused_not_handed_over,
  'commitment-mismatch': m.refused_commitment_mismatch,
  'committed-already': m.refused_committed_already,
  'too-late': m.refused_too_late,
  'too-often': m.refused_too_often,
  'help-forbidden': m.refused_help_forbidden,
  'not-over': m.refused_not_over,
  busy: m.refused_busy,
}

export function refusal(code: string): string {
  if (code === 'offline') return m.page_offline()
  return code in REFUSED ? REFUSED[code as Code]() : m.page_trouble({ code })
}
