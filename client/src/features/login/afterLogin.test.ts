import { describe, expect, it } from 'vitest'
import { afterLogin, loginState } from './afterLogin.ts'

describe('after a login', () => {
  it.each([
    ['', {}, '/'],
    ['return=checkout', {}, '/checkout'],
    ['return=https://evil.example', {}, '/checkout'],
    ['', { from: '/me/my-orders?state=new' }, '/me/my-orders?state=new'],
    ['', { from: '/me' }, '/me'],
    ['', { from: '//evil.example' }, '/'],
    ['', { from: '/me/../..//evil.example' }, '/'],
    ['', { from: '/media' }, '/'],
    ['', { from: 'https://evil.example/me' }, '/'],
  ])('?%s with %j leads to %s', (search, state, path) => {
    expect(afterLogin(new URLSearchParams(search), state)).toBe(path)
  })

  it('reads a state of any shape', () => {
    expect(loginState(null)).toEqual({})
    expect(loginState({ from: 7, social: { socialName: 'other' } })).toEqual({})
    const social = { socialName: 'google', socialId: '1', name: 'Ada', email: '', proof: { idToken: 'x', nonce: 'y' } }
    expect(loginState({ social, email: 'a@b' })).toEqual({ social, email: 'a@b' })
  })
})
