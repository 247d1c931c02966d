import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { iso } from '../../../kernel/clock.ts'
import { speaksTls } from '../../../kernel/config.ts'
import { readSecret } from '../../../kernel/encryption/home-key.ts'
import {
  type Check,
  dayMs,
  type CheckFinding,
  type Look,
  reasonOf,
  restartCommand,
  secondsBetween,
} from './look.ts'

/** How long before its end a certificate is worth a word, in milliseconds: of the authority, which every device trusts, and of the server. */
const [authorityWarningMs, serverWarningMs] = [180 * dayMs, 14 * dayMs]

/** Whether the certificates hold that TLS stands on: the household's own authority, and that of the server. */
export const checkCertificates: Check = (look) => {
  const { config, home } = look
  const authority = readSecret(home.authority)
  const findings = authority === null ? [] : [authorityFound(authority, look.now)]
  if (config === null) return findings
  if (!speaksTls(config)) return [...findings, { level: 'ok', finding: 'certificates_unused' }]
  return [...findings, serverFound(look, config.tls)]
}

function authorityFound(text: string, now: number): CheckFinding {
  const section = 'security'
  try {
    const { cert, ends } = read(text)
    if (!cert.checkPrivateKey(createPrivateKey(text))) throw new Error('the key is of another certificate')
    const figures = { expires_at: iso(ends), left_seconds: secondsBetween(now, ends) }
    if (ends <= now) return { level: 'problem', finding: 'authority_ended', figures, section }
    if (ends - now < authorityWarningMs)
      return { level: 'warning', finding: 'authority_ending', figures, section }
    return { level: 'ok', finding: 'authority_fine', figures }
  } catch (error) {
    return { level: 'problem', finding: 'authority_broken', figures: { reason: reasonOf(error) }, section }
  }
}

function serverFound(
  { running, now }: Look,
  tls: { readonly cert?: string; readonly key?: string },
): CheckFinding {
  const command = restartCommand
  try {
    const text = tls.cert === undefined ? running?.certificate : readFileSync(tls.cert, 'utf8')
    if (!text) return { level: 'ok', finding: 'certificates_coming' }
    const { cert, begins, ends } = read(text)
    if (tls.key !== undefined && !cert.checkPrivateKey(createPrivateKey(readFileSync(tls.key))))
      throw new Error('the key is of another certificate')
    const figures = { expires_at: iso(ends), left_seconds: secondsBetween(now, ends) }
    if (begins > now)
      return { level: 'problem', finding: 'certificate_not_yet', figures: { begins_at: iso(begins) } }
    if (ends <= now) return { level: 'problem', finding: 'certificate_ended', figures, command }
    if (ends - now < serverWarningMs)
      return { level: 'warning', finding: 'certificate_ending', figures, command }
    return { level: 'ok', finding: 'certificate_fine', figures }
  } catch (error) {
    const figures = { reason: reasonOf(error) }
    return { level: 'problem', finding: 'certificate_broken', figures, section: 'configuration' }
  }
}

function read(text: string) {
  const cert = new X509Certificate(text)
  return { cert, begins: cert.validFromDate.getTime(), ends: cert.validToDate.getTime() }
}
