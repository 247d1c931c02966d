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
    noInvitation: invitations.getByText('No open invitations'),
    withdraw: invitations.getByRole('button', { name: /^Withdraw/, includeHidden: true }),
    /** The button of the menu with what is rarely done about a member. */
    more: (name: string) => button(`More for ${name}`),
    item: (name: string) => page.getByRole('menuitem', { name }),
    act: async (name: string, item: string) => {
      await button(`More for ${name}`).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    },
    sessionsOf: (name: string) => button(`${name}’s sessions`),
    invite: button('Invite someone'),
    add: button('Add someone'),
    dialog,
    code: dialog.getByRole('group', { name: 'Invitation code' }),
    qr: dialog.getByRole('img', { name: 'QR code of the invitation' }),
    sessions: dialog.getByRole('listitem'),
    endSession: dialog.getByRole('button', { name: /^End:/ }),
    form: {
      fullName: dialog.getByLabel('Name', { exact: true }),
      username: dialog.getByLabel('Username'),
      relationship: dialog.getByRole('combobox', { name: 'Who are they in the household?' }),
      password: dialog.getByLabel('Initial password', { exact: true }),
      submit: dialog.getByRole('button', { name: 'Add', exact: true }),
    },
    confirm: (name: string) => dialog.getByRole('button', { name, exact: true }),
  }
}
