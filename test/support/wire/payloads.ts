import assert from 'node:assert/strict'
import type { TestDaemon, TestMember } from '../daemon.ts'
import { personOf } from '../daemon.ts'
import { rest } from './rest.ts'

/** Text that would run if anything took it for more than text. */
export interface Payload {
  /** A word of it that is seen where it is shown as text. */
  readonly mark: string
  readonly text: string
}

const run = 'globalThis.payloadRun=(globalThis.payloadRun??0)+1'

/** Each a way into a page: elements, attributes, addresses, markdown, templates, what breaks out of JSON. */
export const payloads: readonly Payload[] = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<svg/onload="${run}">`,
  `"><iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `'-alert(1)-'`,
  `</textarea></title></style><script>${run}</script>`,
  `<a href="javascript:${run}">tea</a>`,
  `[tea](javascript:${run}) ![tea](https://example.invalid/pixel.png)`,
  `[tea](data:text/html,<script>${run}</script>) <javascript:${run}>`,
  `{{constructor.constructor('${run}')()}} \${${run}} $t(nav.talk)`,
  `<details open ontoggle="${run}">tea</details><style>*{background:url(https://example.invalid/x)}</style>`,
  `\u202Etea\u202C</script><object data="javascript:${run}"></object>`,
].map((text, number) => ({ mark: `mark${number}x`, text: `mark${number}x ${text}` }))

/** Stores the payloads in every text field that the owner of a household can fill. */
export async function fillWith(
  daemon: TestDaemon,
  { access_token: token, family_member_uuid }: TestMember,
  all: readonly Payload[],
): Promise<void> {
  const post = async (route: string, payload: object) => {
    const { status, body } = await rest(daemon, route, { token, payload })
    assert.ok(status < 300, `${route} ${JSON.stringify(payload)}: ${status} ${JSON.stringify(body)}`)
    return body.data
  }
  const simulate = async (more: object) => {
    const { status, body } = await rest(daemon, 'POST /admin/interactions/simulate', {
      token,
      body: { user_id: family_member_uuid, ...more },
    })
    assert.equal(status, 200, JSON.stringify(body))
  }
  for (const [number, { text, mark }] of all.entries()) {
    await post('POST /conversation/message', { content: text })
    await post('POST /memory/store', {
      content: `I keep ${text}`,
      tags: [text.replaceAll(/\s/g, '').slice(0, 50)],
      visibility: 'household',
    })
    await post('POST /agency/goals', { title: text.slice(0, 190), description: text })
    await simulate({
      interaction_type: 'question',
      prompt: text,
      title: text.slice(0, 190),
      category: text.slice(0, 60),
    })
    await simulate({ interaction_type: 'choice', prompt: text, allowed_options: [text.slice(0, 190), 'tea'] })
    await simulate({ interaction_type: 'approval', prompt: text, severity: 'high' })
    await simulate({
      interaction_type: 'dialogue',
      prompt: text,
      scenario: 'create_then_answer',
      answer_text: text,
    })
    await post('POST /personality/snapshots', { label: text.slice(0, 100) })
    await post('POST /auth/devices/pair', { name: text.slice(0, 190), kind: 'phone' }).then(
      ({ pairing_code }: { pairing_code: string }) =>
        rest(daemon, 'POST /auth/devices/pair', { payload: { pairing_code } }),
    )
    await post('POST /security/block-ip', { ip: `192.0.2.${number + 1}`, reason: text.slice(0, 190) })
    const person = personOf(`guest${number}`, {
      full_name: text.slice(0, 190),
      relationship: text.slice(0, 190),
    })
    await post('POST /auth/register', person)
    await rest(daemon, 'POST /auth/login', { payload: { username: mark, password: text } })
  }
  const [first] = all
  const name = first?.text.slice(0, 190) ?? ''
  await post('PUT /auth/profile', { full_name: name, relationship: name, preferences: { note: name } })
  await post('PUT /personality/traits', { companion_name: name.slice(0, 40) })
}
