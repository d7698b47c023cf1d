/** The payment page of mock mode: leaves its decision where the mock backend reads it, and goes back to the shop. */
;(() => {
  const query = new URLSearchParams(location.search)
  const texts = {
    de: ['Zahlung', 'Bezahlen', 'Ablehnen', 'Das ist eine Übungsseite. Es fließt kein Geld.'],
    en: ['Payment', 'Pay', 'Decline', 'This is a practice page. No money is moved.'],
    tr: ['Ödeme', 'Öde', 'Reddet', 'Bu bir deneme sayfasıdır. Para aktarılmaz.'],
    ar: ['الدفع', 'ادفع', 'ارفض', 'هذه صفحة تجريبية ولا يتم تحويل أي أموال.'],
  }
  const lang = query.get('lang') in texts ? query.get('lang') : 'de'
  document.documentElement.lang = lang
  document.documentElement.dir = lang === 'ar' ? 'rtl' : 'ltr'
  ;['title', 'pay', 'decline', 'hint'].forEach((id, index) => {
    document.getElementById(id).textContent = texts[lang][index]
  })
  document.title = texts[lang][0]
  const decide = (outcome) => {
    localStorage.setItem(`tablefront:mock:pay:${query.get('sess')}`, outcome)
    location.assign(`./?${new URLSearchParams({ payment: query.get('payment') ?? '', sess: query.get('sess') ?? '' })}`)
  }
  document.getElementById('pay').addEventListener('click', () => decide('approved'))
  document.getElementById('decline').addEventListener('click', () => decide('declined'))
})()
