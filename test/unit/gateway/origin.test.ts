import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originCheck } from '../../../daemon/gateway/origin.ts'
import { loopbackNames } from '../../../daemon/kernel/address.ts'

const coupled = originCheck({ secure: false, hosts: loopbackNames }, { http: 8080 }, 'http')
const detached = originCheck({ secure: true, hosts: null }, { http: 8080 }, 'http')
const foreign = (reason: string) => ({ code: 'INSUFFICIENT_PERMISSIONS', details: { reason } })

test("coupled mode accepts the loopback names with the daemon's port as host", () => {
  for (const host of ['127.0.0.1:8080', '[::1]:8080', 'localhost:8080', 'LocalHost:8080']) {
    assert.doesNotThrow(() => coupled({ host: [host], origin: [] }))
  }
})

test('coupled mode refuses every other host', () => {
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

test("the port is the daemon's current one", () => {
  const ports = { http: 0 }
  const check = originCheck({ secure: false, hosts: loopbackNames }, ports, 'http')
  ports.http = 4711
  assert.doesNotThrow(() => check({ host: ['localhost:4711'], origin: [] }))
})

test('a repeated host or origin header is refused, also if both are equal', () => {
  const host = ['127.0.0.1:8080']
  for (const check of [coupled, detached]) {
    assert.throws(() => check({ host: [], origin: [] }), { code: 'INVALID_REQUEST' })
    assert.throws(() => check({ host: [...host, ...host], origin: [] }), { code: 'INVALID_REQUEST' })
    const origin = ['http://127.0.0.1:8080', 'http://127.0.0.1:8080']
    assert.throws(() => check({ host, origin }), { code: 'INVALID_REQUEST' })
  }
})

test("the daemon's own pages are let in and all others are not", () => {
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

test('detached mode accepts any host name, and only pages from it over https', () => {
  const from = (host: string, origin: string[]) => () => detached({ host: [host], origin })
  assert.doesNotThrow(from('home.example', []))
  assert.doesNotThrow(from('home.example', ['https://home.example']))
  assert.doesNotThrow(from('Home.example:8443', ['https://home.example:8443']))
  assert.throws(from('home.example', ['http://home.example']), foreign('origin'))
  assert.throws(from('home.example', ['https://evil.example']), foreign('origin'))
})

test('a network has names of its own, with its port or the default of its scheme', () => {
  const lan = originCheck({ secure: true, hosts: ['Companion.lan', '[fd00::2]'] }, { http: 443 }, 'http')
  for (const host of ['companion.lan:443', 'companion.lan', 'COMPANION.LAN', '[fd00::2]'])
    assert.doesNotThrow(() => lan({ host: [host], origin: [`https://${host}`] }))
  for (const host of ['localhost:443', '127.0.0.1', 'companion.lan:80', 'companion.lan.evil.example', ''])
    assert.throws(() => lan({ host: [host], origin: [] }), foreign('host'), host)
  assert.throws(() => lan({ host: ['companion.lan'], origin: ['http://companion.lan'] }), foreign('origin'))
})
