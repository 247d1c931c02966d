import type { Page } from 'playwright'

/** What an admin sees of the household. */
export function householdPage(page: Page) {
  const dialog = page.getByRole('dialog')
  const members = page.getByRole('region', { name: 'Members' })
  const invitations = page.getByRole('region', { name: 'Invitations' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    member: (name: string) => members.getByRole('listitem').filter({ hasText: name }),
    members: members.getByRole('listitem'),
    invitations: invitations.getByRole('listitem'),
    noInvitation: invitations.getByText('No open invitation'),
    withdraw: invitations.getByRole('button', { name: 'Withdraw' }),
    makeAdmin: (name: string) => button(`Make admin: ${name}`),
    noAdmin: (name: string) => button(`Admin no longer: ${name}`),
    sessionsOf: (name: string) => button(`Sessions of ${name}`),
    invite: button('Invite somebody'),
    add: button('Add somebody'),
    dialog,
    code: dialog.getByRole('group', { name: 'Invitation code' }),
    qr: dialog.getByRole('img', { name: 'Invitation to scan' }),
    sessions: dialog.getByRole('listitem'),
    endSession: dialog.getByRole('button', { name: /^End:/ }),
    form: {
      fullName: dialog.getByLabel('Name', { exact: true }),
      username: dialog.getByLabel('Username'),
      relationship: dialog.getByRole('combobox', { name: 'Who are they in the household?' }),
      password: dialog.getByLabel('First password'),
      submit: dialog.getByRole('button', { name: 'Add', exact: true }),
    },
    confirm: (name: string) => dialog.getByRole('button', { name, exact: true }),
  }
}
