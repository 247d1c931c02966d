import { hash } from 'node:crypto'
import type { PublicAuthority } from '../../kernel/tls.ts'

/**
 * A configuration profile with which iOS, iPadOS and macOS trust an authority: an XML property list. The same authority
 * always has the same identifiers, so that a profile takes the place of the one before.
 */
export function appleProfile({ name, fingerprint, certificate }: PublicAuthority): string {
  const content = certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  const identifier = `companion.authority.${fingerprint.replaceAll(':', '').slice(0, 16).toLowerCase()}`
  const text = (value: string) =>
    `<string>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</string>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key>${text('Configuration')}
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key>${text(identifier)}
  <key>PayloadUUID</key>${text(uuidOf(`profile ${fingerprint}`))}
  <key>PayloadDisplayName</key>${text(name)}
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key>${text('com.apple.security.root')}
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key>${text(`${identifier}.root`)}
      <key>PayloadUUID</key>${text(uuidOf(`root ${fingerprint}`))}
      <key>PayloadDisplayName</key>${text(name)}
      <key>PayloadCertificateFileName</key>${text('companion.crt')}
      <key>PayloadContent</key><data>${content}</data>
    </dict>
  </array>
</dict>
</plist>
`
}

/** A UUID that always is the same for the same text (version 8, RFC 9562). */
function uuidOf(text: string): string {
  const digest = hash('sha256', text)
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 3) | 8).toString(16)
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ]
  return parts.join('-').toUpperCase()
}
