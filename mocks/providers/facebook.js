/** Plays Facebook's SDK (`FB`) for the mock backend: a chooser with a known account, an unknown one without an e-mail address, and Cancel. */
;(() => {
  const accounts = [
    { id: '1184001', name: 'Ada Lovelace', email: 'ada@example.org' },
    { id: '1184002', name: 'Dorothy Vaughan' },
  ]
  let person = null

  const status = () =>
    person === null
      ? { status: 'unknown', authResponse: null }
      : {
          status: 'connected',
          authResponse: { accessToken: `fb-${person.id}`, userID: person.id, expiresIn: 5400, signedRequest: '', graphDomain: 'facebook' },
        }

  const button = (text, press) => {
    const element = document.createElement('button')
    element.type = 'button'
    element.textContent = text
    Object.assign(element.style, {
      font: 'inherit',
      padding: '12px 16px',
      borderRadius: '8px',
      border: '1px solid #0866ff',
      background: '#fff',
      color: '#1c1e21',
      cursor: 'pointer',
      textAlign: 'start',
    })
    element.addEventListener('click', press)
    return element
  }

  const choose = (heard) => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Log in with Facebook')
    Object.assign(dialog.style, {
      border: '0',
      borderRadius: '12px',
      padding: '24px',
      font: '16px/1.4 system-ui, sans-serif',
      color: '#1c1e21',
      background: '#fff',
      boxShadow: '0 8px 40px rgb(0 0 0 / 30%)',
    })
    const list = document.createElement('div')
    Object.assign(list.style, { display: 'grid', gap: '12px' })
    const title = document.createElement('strong')
    title.textContent = 'Log in with Facebook'
    list.append(title)
    for (const account of accounts) {
      list.append(
        button(account.email === undefined ? account.name : `${account.name} (${account.email})`, () => {
          person = account
          dialog.close()
        }),
      )
    }
    list.append(button('Cancel', () => dialog.close()))
    dialog.append(list)
    dialog.addEventListener('close', () => {
      dialog.remove()
      heard?.(status())
    })
    document.body.append(dialog)
    dialog.showModal()
  }

  window.FB = {
    init: () => undefined,
    login: (heard) => choose(heard),
    logout: (heard) => {
      person = null
      heard?.(status())
    },
    getLoginStatus: (heard) => heard?.(status()),
    api: (path, ...rest) => {
      const heard = rest.at(-1)
      heard?.(person === null || path !== '/me' ? { error: { message: 'An access token is required', code: 104 } } : { ...person })
    },
  }
  window.fbAsyncInit?.()
})()
