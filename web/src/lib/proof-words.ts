/** What was proved about a deal, and what was not, in words. */
import { m } from '../paraglide/messages.js'
import type { Check, Finding, Reason } from './proof'

type Words = (inputs: { players: string }) => string

const PROVED: Record<Check, Words> = {
  seed: m.page_verify_seed,
  nonces: m.page_verify_nonces,
  own: m.page_verify_own,
  draws: m.page_verify_draws,
  deal: m.page_verify_deal,
  seats: m.page_verify_seats,
  game: m.page_verify_game,
  rounds: m.page_verify_rounds,
}

const REASONS: Record<Reason, Words> = {
  'announcement-changed': m.unfair_announcement_changed,
  'commitments-changed': m.unfair_commitments_changed,
  'no-draw': m.unfair_no_draw,
  'no-proof': m.unfair_no_proof,
  'seed-mismatch': m.unfair_seed_mismatch,
  'nonce-mismatch': m.unfair_nonce_mismatch,
  'nonce-missing': m.unfair_nonce_missing,
  'own-missing': m.unfair_own_missing,
  'own-late': m.unfair_own_late,
  'own-replaced': m.unfair_own_replaced,
  'falsely-blamed': m.unfair_falsely_blamed,
  'redraw-unexplained': m.unfair_redraw_unexplained,
  'draws-differ': m.unfair_draws_differ,
  'deal-mismatch': m.unfair_deal_mismatch,
  'other-deal': m.unfair_other_deal,
  'other-deal-again': m.unfair_other_deal_again,
  'same-deal-unasked': m.unfair_same_deal_unasked,
  'seats-mismatch': m.unfair_seats_mismatch,
  'seats-changed': m.unfair_seats_changed,
  'other-moves': m.unfair_other_moves,
  'other-faces': m.unfair_other_faces,
  'round-missing': m.unfair_round_missing,
  unseen: m.unproved_unseen,
  'old-scheme': m.unproved_old_scheme,
  'own-elsewhere': m.unproved_own_elsewhere,
  'own-none': m.unproved_own_none,
  nobody: m.unproved_nobody,
  'public-deal': m.unproved_public_deal,
}

export function reasonText(reason: Reason, players = ''): string {
  return REASONS[reason]({ players })
}

/** `players`: the names of those whom it is about. */
export function findingText({ check, reason }: Finding, players: string): string {
  return reason ? reasonText(reason, players) : PROVED[check]({ players })
}

export function verdictText(findings: readonly Finding[]): string {
  if (findings.some(({ good }) => good === false)) return m.page_verify_wrong()
  return findings.every(({ good }) => good) ? m.page_verify_all() : m.page_verify_part()
}
