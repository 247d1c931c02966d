/** The page of a home that is locked. */
export const locked = {
  title: 'Companion is locked',
  text: 'Its home is encrypted. Unlock it with the passphrase, or with the twelve words.',
  label: 'Passphrase or twelve words',
  submit: 'Unlock',
  wrong_passphrase: 'That’s neither the passphrase nor the twelve words.',
  damaged_key:
    'The file home-key.json is damaged, and so is its copy in backups. Put back the one from another copy of the home.',
  starting: 'Unlocked. Companion is starting …',
  silent: 'Companion isn’t answering. “companion doctor” in a terminal tells you why.',
}
