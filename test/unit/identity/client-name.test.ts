import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clientName } from '../../../daemon/features/identity/client-name.ts'

it('a browser is known by its name and system', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  assert.deepEqual([firefox, safari].map(clientName), ['Firefox on Linux', 'Safari on iOS'])
})

it('a program is known by what it calls itself, without its version', () => {
  const names = ['Companion CLI', 'Companion app', 'curl/8.14.1', 'python-requests/2.32.4'].map(clientName)
  assert.deepEqual(names, ['Companion CLI', 'Companion app', 'curl', 'python-requests'])
})

it('a program that says nothing to be shown has no name', () => {
  assert.deepEqual(['', '<>/1', ' '].map(clientName), [null, null, null])
})
