import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import i18next from 'i18next'
import { ApiError, ConnectionError, SessionEndedError } from '../../../daemon/client/errors.ts'
import * as goals from '../../../daemon/features/agency/failures.ts'
import * as backups from '../../../daemon/features/backups/failures.ts'
import * as conversation from '../../../daemon/features/conversation/failures.ts'
import * as embedding from '../../../daemon/features/embedding/failures.ts'
import * as engines from '../../../daemon/features/engines/failures.ts'
import * as identity from '../../../daemon/features/identity/failures.ts'
import * as memory from '../../../daemon/features/memory/failures.ts'
import * as recognition from '../../../daemon/features/recognition/failures.ts'
import * as voice from '../../../daemon/features/recognition/voice/failures.ts'
import * as routing from '../../../daemon/features/routing/failures.ts'
import * as security from '../../../daemon/features/security/failures.ts'
import {
  type Failure,
  type FailureKind,
  InternalError,
  invalidRequest,
} from '../../../daemon/kernel/errors.ts'
import { BrokenConfig, SetByEnvironment } from '../../../daemon/kernel/running-config.ts'
import { common } from '../../../daemon/ui/catalogue/de/common.ts'
import { failureText } from '../../../daemon/ui/parts/failure-text.ts'

const textOf = ({ status, code, message, details }: Failure) =>
  failureText(new ApiError({ status, code, message, details }))

/** Of what the features export: the others are no failures. */
const isKind = (value: unknown): value is FailureKind => typeof value === 'function' && 'code' in value

describe('What went wrong, on a German page', () => {
  before(() =>
    i18next.init({
      lng: 'de',
      defaultNS: 'common',
      keySeparator: false,
      interpolation: { escapeValue: false },
      resources: { de: { common } },
    }),
  )

  it('is described in German for an invalid request, with the detail behind it', () => {
    assert.equal(
      textOf(invalidRequest('limit', 'must be <= 200')),
      'Eine Angabe ist ungültig (limit must be <= 200).',
    )
  })

  it('is described without a word of English for every declared reason', () => {
    // These two say what it was each time: of a device by a reason, of a model server in a text of its own.
    const always = new Set([identity.DeviceCannotRecover, engines.ModelServerFailed])
    const features = [
      goals,
      backups,
      conversation,
      embedding,
      engines,
      identity,
      memory,
      recognition,
      routing,
      security,
      voice,
      voice.refusalKinds,
    ]
    const kinds = features
      .flatMap((failures): unknown[] => Object.values(failures))
      .filter(isKind)
      .concat([BrokenConfig, SetByEnvironment])
      .filter((kind) => ['CONFLICT', 'UNPROCESSABLE'].includes(kind.code) && !always.has(kind))
    assert.ok(kinds.length > 15)
    const failures = [
      ...kinds.map((kind) => kind()),
      ...['no_device', 'no_key', 'new_device'].map((reason) => identity.DeviceCannotRecover({ reason })),
    ]
    const texts = failures.map(textOf)
    assert.deepEqual(
      texts.filter((text, at) => text.includes(String(failures[at]?.message)) || !/[.?]$/.test(text)),
      [],
    )
    assert.equal(new Set(texts).size, failures.length)
  })

  it('is the session when that has ended', () => {
    assert.equal(
      failureText(new SessionEndedError()),
      'Deine Sitzung ist beendet. Bitte melde dich erneut an.',
    )
  })

  it('is the companion, the way to it, or the page', () => {
    assert.equal(textOf(InternalError()), 'Im Companion ist etwas schiefgegangen. Mehr steht im Protokoll.')
    assert.equal(failureText(new ConnectionError('')), 'Der Companion ist nicht erreichbar.')
    assert.match(failureText(new TypeError('x is undefined')), /^Auf dieser Seite/)
  })

  it('is described by the status when there is no code', () => {
    const bare = (status: number, message: string) =>
      failureText(new ApiError({ status, code: null, message }))
    assert.equal(bare(410, 'interaction expired'), 'Das ist abgelaufen.')
    assert.equal(bare(400, 'answer required'), 'Eine Angabe ist ungültig (answer required).')
    assert.equal(
      bare(409, 'interaction is not pending'),
      'Das geht gerade nicht (interaction is not pending).',
    )
  })
})
