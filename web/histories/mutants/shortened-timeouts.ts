import type { Edit } from './loader-hook.ts'

const time = (file: string, name: string, value: string, ms: number | string): Edit => ({
  file,
  find: `const ${name} = ${value}\n`,
  replace: `const ${name} = ${ms}\n`,
})

/** Removes a limit per address, because all histories come from one address. */
const noLimit = (kind: string, limit: string): Edit => ({
  file: 'sync-server/http/address-limits.ts',
  find: `  ${kind}: { ${limit},`,
  replace: `  ${kind}: { most: 1_000_000,`,
})

/**
 * Shortens timeouts of seconds and minutes to fractions of them, which are not always the same fraction: rules that
 * depend on one timeout being longer than another are tested beside their own files. Codes are available at once.
 */
export const SHORTENED_TIMEOUTS: readonly Edit[] = [
  time('web/src/data/gate/gate-fetch.ts', 'IDLE_MS', '45_000', 1_500),
  time('web/src/data/api/call-api.ts', 'TIMEOUT_MS', '30_000', 5_000),
  time('web/src/data/session/session.ts', 'LAST_PUSH_MS', '10_000', 800),
  time('web/src/data/session/session.ts', 'SAID_AGAIN_MS', '1000', 100),
  time('web/src/data/sync/replication/back-off.ts', 'FIRST_DELAY_MS', '1000', 40),
  time('web/src/data/sync/replication/back-off.ts', 'LONGEST_DELAY_MS', '30_000', 600),
  time('web/src/data/sync/leader-election.ts', 'PATIENCE_MS', '3000', 300),
  time('web/src/data/sync/replication/replication-runner.ts', 'STEADY_MS', '15_000', 400),
  time('web/src/data/sync/connection-monitor.ts', 'SILENCE_MS', '15_000', 1_000),
  time('web/src/data/sync/connection-monitor.ts', 'ANSWER_MS', '3000', 500),
  time('web/src/data/sync/connection-monitor.ts', 'LOOK_EVERY_MS', '500', 150),
  time('web/src/data/sync/connection-monitor.ts', 'FIRST_PATIENCE_MS', '1000', 300),
  time('web/src/data/sync/connection-monitor.ts', 'PROBE_PATIENCE_MS', '3000', 1_000),
  time('web/src/data/sync/connection-monitor.ts', 'ROUND_EVERY_MS', '3000', 300),
  time('web/src/data/sync/connection-monitor.ts', 'LATER_EVERY_MS', '30_000', 600),
  time('web/src/data/sync/replicator.ts', 'SILENCE_MS', '25_000', 1_200),
  time('sync-server/gate/polls/long-polls.ts', 'HEARTBEAT_MS', '10_000', 220),
  time('sync-server/gate/polls/long-polls.ts', 'ASKED_AGAIN_AFTER_MS', '[20, 80, 300, 1_000]', '[5, 20, 60, 200]'),
  time('sync-server/mailboxes/pending-mailboxes.ts', 'SURELY_OVER_MS', '120_000', 12_000),
  time('sync-server/decider/mailbox-scanner.ts', 'SETTLE_MS', '250', 20),
  time('sync-server/decider/decider.ts', 'UNREACHABLE_MS', '500', 30),
  time('sync-server/lease/lease.ts', 'RENEW_MS', '5_000', 400),
  time('sync-server/lease/lease.ts', 'EXPIRE_MS', '45_000', 1_500),
  time('sync-server/lease/lease.ts', 'MARGIN_MS', '35_000', 300),
  time('sync-server/mailboxes/rotation.ts', 'FOLLOWED_MS', '10 * 60_000', 30_000),
  time('sync-server/mailboxes/rotation.ts', 'KEPT_MS', '7 * 86_400_000', 35_000),
  time('sync-server/gate/upstream.ts', 'PATIENCE_MS', '30_000', 3_000),
  time('sync-server/gate/polls/session-requests.ts', 'REMEMBERED_MS', '2_500', 150),
  time('sync-server/accounts/sessions.ts', 'CACHE_MS', '2_000', 60),
  time('sync-server/accounts/accounts.ts', 'CACHE_MS', '2_000', 60),
  time('sync-server/accounts/deletion/visitor-merge.ts', 'LOOK_AGAIN_MS', '60_000', 1_000),
  time('sync-server/accounts/deletion/account-deletion.ts', 'LOOK_AGAIN_MS', '60_000', 1_000),
  time('sync-server/demo/delivery-simulation.ts', 'EVERY_MS', '500', 40),
  { file: 'sync-server/demo/delivery-simulation.ts', find: 'afterMs: 5_000', replace: 'afterMs: 50' },
  { file: 'sync-server/demo/delivery-simulation.ts', find: 'afterMs: 10_000', replace: 'afterMs: 100' },
  { file: 'sync-server/demo/delivery-simulation.ts', find: 'afterMs: 15_000', replace: 'afterMs: 150' },
  noLimit('sign_in', 'most: 600'),
  noLimit('unknown_email', 'most: 60'),
  noLimit('visitor', 'most: 60'),
  time('sync-server/accounts/code-policy.ts', 'RESEND_MS', '60_000', 0),
  time('sync-server/accounts/code-policy.ts', 'PER_ADDRESS_AND_HOUR', '5', 1_000),
  time('sync-server/accounts/code-policy.ts', 'PER_HOUR', '15', 1_000),
  time('sync-server/accounts/code-policy.ts', 'PER_DAY', '40', 1_000),
]
