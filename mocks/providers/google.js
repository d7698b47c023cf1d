/**
 * Plays Google Identity Services (`google.accounts.id`) for the mock backend: a chooser with a known account, an unknown one and Cancel.
 * Loaded from the mock backend, a pop-up there signs the credential. Loaded from the shop's own origin (mock mode) there is nobody
 * to sign, and the credential carries no signature.
 */
;(() => {
  const base = new URL('.', document.currentScript.src)
  const own = base.origin === location.origin
  const accounts = [
    { key: 'ada', sub: '118400000000000000001', name: 'Ada Lovelace', email: 'ada@example.org', email_verified: true },
    { key: 'katherine', sub: '118400000000000000002', name: 'Katherine Johnson', email: 'katherine@example.net', email_verified: true },
  ]
  let options = {}

  const unsigned = (account) => {
    const encode = (value) =>
      btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const now = Math.floor(Date.now() / 1000)
    const { key: _key, ...person } = account
    return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ iss: base.href, aud: options.client_id, nonce: options.nonce, iat: now, exp: now + 3600, ...person })}.`
  }

  const sign = (account) =>
    new Promise((done, failed) => {
      if (own) {
        done(unsigned(account))
        return
      }
      const page = new URL('google/sign', base)
      page.search = new URLSearchParams({
        account: account.key,
        client_id: options.client_id ?? '',
        nonce: options.nonce ?? '',
        origin: location.origin,
      }).toString()
      const popup = window.open(page, 'google-sign', 'popup,width=420,height=320')
      if (popup === null) {
        failed(new Error('blocked'))
        return
      }
      const heard = (event) => {
        if (event.origin !== base.origin || typeof event.data?.credential !== 'string') return
        removeEventListener('message', heard)
        done(event.data.credential)
      }
      addEventListener('message', heard)
    })

  const button = (text, press) => {
    const element = document.createElement('button')
    element.type = 'button'
    element.textContent = text
    Object.assign(element.style, {
      font: 'inherit',
      padding: '12px 16px',
      borderRadius: '8px',
      border: '1px solid #747775',
      background: '#fff',
      color: '#1f1f1f',
      cursor: 'pointer',
      textAlign: 'start',
    })
    element.addEventListener('click', press)
    return element
  }

  const moment = (kind, reason) => ({
    isDisplayMoment: () => kind === 'display',
    isDisplayed: () => kind === 'display',
    isNotDisplayed: () => false,
    isSkippedMoment: () => kind === 'skipped',
    isDismissedMoment: () => kind === 'dismissed',
    getNotDisplayedReason: () => undefined,
    getSkippedReason: () => (kind === 'skipped' ? reason : undefined),
    getDismissedReason: () => (kind === 'dismissed' ? reason : undefined),
    getMomentType: () => kind,
  })

  let open = null
  const choose = (told) => {
    open?.remove()
    const dialog = document.createElement('dialog')
    open = dialog
    dialog.setAttribute('aria-label', 'Sign in with Google')
    Object.assign(dialog.style, {
      border: '0',
      borderRadius: '12px',
      padding: '24px',
      font: '16px/1.4 system-ui, sans-serif',
      color: '#1f1f1f',
      background: '#fff',
      boxShadow: '0 8px 40px rgb(0 0 0 / 30%)',
    })
    const list = document.createElement('div')
    Object.assign(list.style, { display: 'grid', gap: '12px' })
    const title = document.createElement('strong')
    title.textContent = 'Sign in with Google'
    list.append(title)
    let chosen = false
    const close = () => {
      dialog.close()
      dialog.remove()
    }
    for (const account of accounts) {
      list.append(
        button(`${account.name} (${account.email})`, () => {
          chosen = true
          sign(account)
            .then((credential) => {
              close()
              told?.(moment('dismissed', 'credential_returned'))
              options.callback?.({ credential, select_by: 'user' })
            })
            .catch(() => {
              close()
              told?.(moment('skipped', 'issuing_failed'))
            })
        }),
      )
    }
    list.append(button('Cancel', () => dialog.requestClose?.() ?? dialog.close()))
    dialog.append(list)
    dialog.addEventListener('close', () => {
      dialog.remove()
      if (!chosen) told?.(moment('skipped', 'user_cancel'))
    })
    document.body.append(dialog)
    dialog.showModal()
    told?.(moment('display'))
  }

  window.google = {
    ...window.google,
    accounts: {
      ...window.google?.accounts,
      id: {
        initialize: (given) => {
          options = { ...given }
        },
        prompt: choose,
        renderButton: (parent) => {
          const element = button('Continue with Google', () => choose())
          parent.replaceChildren(element)
        },
        cancel: () => open?.close(),
        disableAutoSelect: () => undefined,
        revoke: (_hint, done) => done?.({ successful: true }),
      },
    },
  }
})()
