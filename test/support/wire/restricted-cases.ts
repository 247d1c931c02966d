import type { OperationName } from '../../../daemon/client/types.ts'

/** What a session that may only read may call: nothing that changes anything, and nothing that lets anybody in. */
const reading: readonly OperationName[] = [
  'auth.session',
  'auth.profile',
  'interactions.get',
  'interactions.list',
  'memory.search',
  'memory.recent',
  'memory.get',
  'memory.forgotten',
  'memory.facts',
  'memory.checkup',
  'memory.usage',
  'memory.model',
  'imports.list',
  'imports.get',
  'conversation.history',
  'conversation.context',
  'conversation.list',
  'agency.goals',
  'emotion.current',
  'emotion.history',
  'emotion.why',
  'personality.current',
  'personality.snapshots',
  'models.list',
  'models.embed',
  'gateway.health',
  'certificates.authority',
  'recognition.family',
  'voice.get',
]

/** What anybody's session may call, as it is of no member's. */
const anybodys: readonly OperationName[] = [
  'auth.login',
  'auth.refresh',
  'auth.start',
  'auth.receipt',
  'auth.receipt_key',
  'auth.keep_tab',
  'auth.resume',
  'auth.logout',
  'auth.recover',
  'links.open',
  'links.use',
  'pins.pad',
  'recognition.identify',
]

/** What a session may call until its member has set up the second factor that everybody has to have. */
const enrolling: readonly OperationName[] = [
  'auth.session',
  'auth.profile',
  'auth.step_up',
  'mfa.list',
  'mfa.make_totp',
  'mfa.confirm_totp',
  'mfa.make_backup_codes',
  'mfa.passkey_options',
  'mfa.add_passkey',
]

/** What a session of a PIN may call besides: talk, remember, answer what is low or medium in severity, plan. */
const talking: readonly OperationName[] = [
  'interactions.create',
  'interactions.answer',
  'interactions.approve',
  'interactions.reject',
  'interactions.cancel',
  'interactions.dismiss',
  'interactions.defer',
  'interactions.reopen',
  'memory.store',
  'memory.store_many',
  'memory.update',
  'memory.restore',
  'imports.create',
  'imports.append',
  'imports.preview',
  'imports.start',
  'conversation.message',
  'conversation.read',
  'conversation.open',
  'conversation.rename',
  'conversation.stop',
  'conversation.undo',
  'conversation.preview',
  'conversation.clear',
  'agency.create_goal',
  'agency.update_goal',
  'agency.cancel_goal',
  'agency.accept_goal',
  'voice.send_sample',
]

/** What each session that may do less than its member may call; all else is 403. */
export const allowedTo = {
  'a PIN session': new Set([...anybodys, ...reading, ...talking]),
  'a read-only session': new Set([...anybodys, ...reading]),
  'a session without its second factor': new Set([...anybodys, ...enrolling]),
} as const satisfies Record<string, ReadonlySet<OperationName>>
