import type { Page } from 'playwright'

export function mePage(page: Page) {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = page.getByRole('dialog')
  const devices = page.getByRole('region', { name: 'Trusted devices' })
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  return {
    tab: (name: string) => page.getByRole('tab', { name }),
    alert: page.getByRole('alert'),
    fullName: page.getByLabel('Your name'),
    relationship: page.getByLabel('Who you are in the household'),
    save: button('Save'),
    remember: page.getByRole('switch', { name: 'Remember what I say' }),
    notices: page.getByRole('switch', { name: 'Notifications' }),
    zone: page.getByRole('combobox', { name: 'Time zone' }),
    password: {
      current: page.getByLabel('Current password', { exact: true }),
      next: page.getByLabel('New password', { exact: true }),
      again: page.getByLabel('Repeat it', { exact: true }),
      submit: button('Change password'),
    },
    sessions: {
      rows: sessions.getByRole('listitem'),
      end: sessions.getByRole('button', { name: /^End:/ }),
      endOthers: sessions.getByRole('button', { name: 'End all others' }),
    },
    devices: {
      rows: devices.getByRole('listitem'),
      pair: button('Pair a device'),
      revoke: (name: string) => button(`Unpair ${name}`),
    },
    pairing: {
      name: dialog.getByLabel('Device name'),
      kind: dialog.getByLabel('Type of device'),
      make: dialog.getByRole('button', { name: 'Show code' }),
      code: dialog.getByRole('group', { name: 'Pairing code' }),
      qr: dialog.getByRole('img', { name: 'QR code for pairing' }),
      timer: dialog.getByRole('timer'),
      status: dialog.getByRole('status'),
      again: dialog.getByRole('button', { name: 'Get a new code' }),
      done: dialog.getByRole('button', { name: 'Done' }),
    },
    makeFile: button('Everything as a file'),
    reset: {
      open: button('Delete all my data'),
      password: dialog.getByLabel('Password', { exact: true }),
      word: dialog.getByLabel(/Type RESET/),
      submit: dialog.getByRole('button', { name: 'Delete everything' }),
    },
    forget: {
      open: button('Forget me …'),
      password: dialog.getByLabel('Password', { exact: true }),
      word: dialog.getByLabel('Type FORGET ME to continue'),
      submit: dialog.getByRole('button', { name: 'Forget me for good', exact: true }),
    },
    dialog,
    confirm: (name: string) => dialog.getByRole('button', { name, exact: true }),
  }
}
