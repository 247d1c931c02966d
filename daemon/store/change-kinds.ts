/** What can be done because of a message, and undone. */
export const changeKinds = [
  'remembered',
  'corrected',
  'forgot',
  'remembering_stopped',
  'remembering_resumed',
  'reminder_made',
  'reminder_moved',
  'reminder_renamed',
  'reminder_done',
  'reminder_cancelled',
] as const
