import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { status } from '@grpc/grpc-js'
import openApi from '../../daemon/client/openapi.json' with { type: 'json' }
import { grpcStatusOf } from '../../daemon/transports/grpc/status.ts'
import { statusOf } from '../../daemon/kernel/errors.ts'
import { root } from '../../build/packaging/layout.ts'
import { sources } from '../support/sources.ts'

/** The error codes that the interface promises, by status. */
const promised: Record<number, string[]> = {
  400: ['INVALID_REQUEST', 'PASSWORD_REJECTED'],
  401: ['AUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'MFA_REQUIRED'],
  403: ['INSUFFICIENT_PERMISSIONS', 'ADDRESS_BLOCKED'],
  404: ['NOT_FOUND'],
  409: ['CONFLICT'],
  410: ['GONE'],
  422: ['UNPROCESSABLE'],
  429: ['RATE_LIMITED', 'ACCOUNT_LOCKED'],
  500: ['INTERNAL_ERROR', 'RESPONSE_TIMEOUT'],
}

describe('The error table', () => {
  it('lists every code with its status, and no other', () => {
    const listed = Object.entries(promised).flatMap(([code, names]) =>
      names.map((name) => [name, Number(code)]),
    )
    assert.deepEqual(statusOf, Object.fromEntries(listed))
  })

  it('maps every HTTP status to a gRPC status', () => {
    assert.deepEqual(grpcStatusOf, {
      400: status.INVALID_ARGUMENT,
      401: status.UNAUTHENTICATED,
      403: status.PERMISSION_DENIED,
      404: status.NOT_FOUND,
      409: status.FAILED_PRECONDITION,
      410: status.NOT_FOUND,
      422: status.FAILED_PRECONDITION,
      429: status.RESOURCE_EXHAUSTED,
      500: status.INTERNAL,
    })
  })

  it('is the only place that sets the status of an error', () => {
    const broken = sources('daemon').filter((file) =>
      /\.code\(\d|statusCode = \d|HTTP\/1\.1 \d/.test(readFileSync(join(root, file), 'utf8')),
    )
    assert.deepEqual(broken, [])
  })

  it('covers every status that the API description promises', () => {
    const expected = new Set(['200', '201', ...Object.keys(promised)])
    for (const [path, methods] of Object.entries(openApi.paths)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        for (const code of Object.keys(responses))
          assert.ok(expected.has(code), `${method} ${path} promises ${code}`)
      }
    }
  })
})
