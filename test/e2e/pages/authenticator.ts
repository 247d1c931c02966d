import type { CDPSession, Page } from 'playwright'

/** Gives a page an authenticator that says yes to everything, and makes secrets where it `hasPrf`. */
export async function addAuthenticator(page: Page, { hasPrf = false } = {}): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return tools
}
