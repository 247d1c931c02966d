import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originCheck } from '../../../daemon/gateway/origin.ts'

const coupled = originCheck('coupled', () => 8080)
const detached = originCheck('detached', () => 8080)
const foreign = (reason: string) => ({ code: 'INSUFFICIENT_PERMISSIONS', details: { reason } })

test('in coupled mode the names of the loopback with the own port are the host', () => {
  for (const host of ['127.0.0.1:8080', '[::1]:8080', 'localhost:8080', 'LocalHost:8080']) {
    assert.doesNotThrow(() => coupled({ host: [host], origin: [] }))
  }
})

test('in coupled mode every other host is refused', () => {
  const hosts = [
    '127.0.0.1',
    '127.0.0.1:8081',
    'localhost:80',
    '127.0.0.2:8080',
    '0.0.0.0:8080',
    '::1:8080',
    'localhost.:8080',
    'localhost.example:8080',
    'evil.example:8080',
    'evil.example@127.0.0.1:8080',
    '127.0.0.1:8080,evil.example',
    ' 127.0.0.1:8080',
    '',
  ]
  for (const host of hosts) {
    assert.throws(() => coupled({ host: [host], origin: [] }), foreign('host'), host)
  }
})

test('the port is the one that the daemon has now', () => {
  let port = 0
  const check = originCheck('coupled', () => port)
  port = 4711
  assert.doesNotThrow(() => check({ host: ['localhost:4711'], origin: [] }))
})

test('a host or an origin that comes twice is refused, also where both are the same', () => {
  const host = ['127.0.0.1:8080']
  for (const check of [coupled, detached]) {
    assert.throws(() => check({ host: [], origin: [] }), { code: 'INVALID_REQUEST' })
    assert.throws(() => check({ host: [...host, ...host], origin: [] }), { code: 'INVALID_REQUEST' })
    const origin = ['http://127.0.0.1:8080', 'http://127.0.0.1:8080']
    assert.throws(() => check({ host, origin }), { code: 'INVALID_REQUEST' })
  }
})

test('a page of the daemon itself is let in and every other page is kept out', () => {
  const from = (origin: string) => () => coupled({ host: ['127.0.0.1:8080'], origin: [origin] })
  assert.doesNotThrow(from('http://127.0.0.1:8080'))
  for (const origin of [
    'https://127.0.0.1:8080',
    'http://localhost:8080',
    'http://127.0.0.1:3000',
    'http://127.0.0.1:8080.evil.example',
    'https://evil.example',
    'file://',
    'null',
    '',
  ]) {
    assert.throws(from(origin), foreign('origin'), origin)
  }
})

test('in detached mode any name is the host, and a page must come from there over https', () => {
  const from = (host: string, origin: string[]) => () => detached({ host: [host], origin })
  assert.doesNotThrow(from('home.example', []))
  assert.doesNotThrow(from('home.example', ['https://home.example']))
  assert.doesNotThrow(from('Home.example:8443', ['https://home.example:8443']))
  assert.throws(from('home.example', ['http://home.example']), foreign('origin'))
  assert.throws(from('home.example', ['https://evil.example']), foreign('origin'))
})
