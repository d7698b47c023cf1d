/** The information pages, with HTML as a restaurant's editor produces it. */
import type { Texts } from './texts.ts'

/** A page in every language. */
export interface PageData {
  id: number
  name: Texts
  text: Texts
  onHeader: boolean
  onFooter: boolean
  isPopup: boolean
}

/** The pages of every branch. */
export const PAGES: readonly PageData[] = [
  {
    id: 1, onHeader: true, onFooter: true, isPopup: false,
    name: ['Über uns', 'About us', 'Hakkımızda', 'من نحن'],
    text: [
      '<h2>Seit 1987 in Berlin</h2><p>Angefangen hat es mit <strong>einem Ofen</strong> und acht Tischen. Heute sind es drei Küchen, und jede kocht, was sie am besten kann.</p><ul><li>Gemüse aus Brandenburg</li><li>Teig mit zwei Tagen Ruhe</li><li>Brühe ohne Pulver</li></ul><p><a href="/contact">So finden Sie uns</a></p>',
      '<h2>In Berlin since 1987</h2><p>It began with <strong>one oven</strong> and eight tables. Today there are three kitchens, and each cooks what it does best.</p><ul><li>Vegetables from Brandenburg</li><li>Dough that rests for two days</li><li>Stock without powder</li></ul><p><a href="/contact">How to find us</a></p>',
      '<h2>1987’den beri Berlin’de</h2><p><strong>Bir fırın</strong> ve sekiz masayla başladı. Bugün üç mutfağız ve her biri en iyi bildiğini pişiriyor.</p><ul><li>Brandenburg sebzeleri</li><li>İki gün dinlenen hamur</li><li>Hazır toz içermeyen et suyu</li></ul><p><a href="/contact">Bize ulaşın</a></p>',
      '<h2>في برلين منذ 1987</h2><p>بدأنا <strong>بفرن واحد</strong> وثماني طاولات. واليوم لدينا ثلاثة مطابخ وكل منها يطبخ أفضل ما لديه.</p><ul><li>خضار من براندنبورغ</li><li>عجين يرتاح يومين</li><li>مرق بدون مسحوق</li></ul><p><a href="/contact">كيف تجدنا</a></p>',
    ],
  },
  {
    id: 2, onHeader: false, onFooter: true, isPopup: false,
    name: ['AGB', 'Terms and conditions', 'Genel koşullar', 'الشروط والأحكام'],
    text: [
      '<h2>Allgemeine Geschäftsbedingungen</h2><p>Mit der Bestellung kommt ein Vertrag zustande, sobald wir sie bestätigen.</p><h3>Preise</h3><p>Alle Preise in Euro. Die Liefergebühr richtet sich nach dem Liefergebiet.</p><h3>Widerruf</h3><p>Für frisch zubereitete Speisen besteht kein Widerrufsrecht.</p>',
      '<h2>Terms and conditions</h2><p>An order becomes a contract as soon as we confirm it.</p><h3>Prices</h3><p>All prices in euros. The delivery fee depends on the area.</p><h3>Withdrawal</h3><p>There is no right of withdrawal for freshly prepared food.</p>',
      '<h2>Genel koşullar</h2><p>Sipariş, onayladığımız anda sözleşmeye dönüşür.</p><h3>Fiyatlar</h3><p>Tüm fiyatlar avro cinsindendir. Teslimat ücreti bölgeye göre değişir.</p><h3>Cayma</h3><p>Taze hazırlanan yemeklerde cayma hakkı yoktur.</p>',
      '<h2>الشروط والأحكام</h2><p>يصبح الطلب عقدا عندما نؤكده.</p><h3>الأسعار</h3><p>جميع الأسعار باليورو. تعتمد رسوم التوصيل على المنطقة.</p><h3>التراجع</h3><p>لا يوجد حق تراجع عن الأطعمة المحضرة طازجة.</p>',
    ],
  },
  {
    id: 3, onHeader: false, onFooter: true, isPopup: false,
    name: ['Datenschutz', 'Privacy', 'Gizlilik', 'الخصوصية'],
    text: [
      '<h2>Datenschutz</h2><p>Wir speichern, was wir für Ihre Bestellung brauchen, und löschen es nach den gesetzlichen Fristen.</p><table><tr><th>Was</th><th>Wie lange</th></tr><tr><td>Bestellung</td><td>10 Jahre</td></tr><tr><td>Nachricht</td><td>6 Monate</td></tr></table>',
      '<h2>Privacy</h2><p>We keep what we need for your order and delete it after the periods the law gives.</p><table><tr><th>What</th><th>How long</th></tr><tr><td>Order</td><td>10 years</td></tr><tr><td>Message</td><td>6 months</td></tr></table>',
      '<h2>Gizlilik</h2><p>Siparişiniz için gerekeni saklar, yasal sürelerden sonra sileriz.</p><table><tr><th>Ne</th><th>Ne kadar</th></tr><tr><td>Sipariş</td><td>10 yıl</td></tr><tr><td>Mesaj</td><td>6 ay</td></tr></table>',
      '<h2>الخصوصية</h2><p>نحفظ ما نحتاجه لطلبك ونحذفه بعد المدد القانونية.</p><table><tr><th>ماذا</th><th>كم من الوقت</th></tr><tr><td>الطلب</td><td>10 سنوات</td></tr><tr><td>الرسالة</td><td>6 أشهر</td></tr></table>',
    ],
  },
  {
    id: 4, onHeader: false, onFooter: true, isPopup: false,
    name: ['Impressum', 'Imprint', 'Künye', 'بيانات الناشر'],
    text: [
      '<h2>Impressum</h2><p>Goldener Löffel Gastronomie GmbH<br>Rosenthaler Straße 40<br>10178 Berlin</p><p>Telefon: <a href="tel:+493023125042">030 23125042</a></p>',
      '<h2>Imprint</h2><p>Goldener Löffel Gastronomie GmbH<br>Rosenthaler Straße 40<br>10178 Berlin</p><p>Telephone: <a href="tel:+493023125042">030 23125042</a></p>',
      '<h2>Künye</h2><p>Goldener Löffel Gastronomie GmbH<br>Rosenthaler Straße 40<br>10178 Berlin</p><p>Telefon: <a href="tel:+493023125042">030 23125042</a></p>',
      '<h2>بيانات الناشر</h2><p>Goldener Löffel Gastronomie GmbH<br>Rosenthaler Straße 40<br>10178 Berlin</p><p>الهاتف: <a href="tel:+493023125042">030 23125042</a></p>',
    ],
  },
  {
    id: 5, onHeader: true, onFooter: false, isPopup: false,
    name: ['Allergene und Zusatzstoffe', 'Allergens and additives', 'Alerjenler ve katkı maddeleri', 'مسببات الحساسية والإضافات'],
    text: [
      '<h2>Allergene</h2><p>Die Buchstaben hinter einem Gericht nennen die Allergene, die Zahlen die Zusatzstoffe. Steht nichts dabei, fragen Sie uns bitte.</p>',
      '<h2>Allergens</h2><p>The letters behind a dish name its allergens, the numbers its additives. Where nothing is given, please ask us.</p>',
      '<h2>Alerjenler</h2><p>Yemeğin yanındaki harfler alerjenleri, sayılar katkı maddelerini gösterir. Bir şey yazmıyorsa lütfen bize sorun.</p>',
      '<h2>مسببات الحساسية</h2><p>الحروف بجانب الطبق تدل على مسببات الحساسية والأرقام على الإضافات. وإن لم يذكر شيء فاسألنا من فضلك.</p>',
    ],
  },
  {
    id: 7, onHeader: false, onFooter: true, isPopup: false,
    name: ['Mehrweg', 'Reusable packaging', 'Tekrar kullanılabilir kap', 'تغليف قابل لإعادة الاستخدام'],
    text: [
      '<h2>Mehrweg</h2><p>Auf Wunsch packen wir in Mehrwegschalen, zum selben Preis und gegen Pfand.</p>',
      '<h2>Reusable packaging</h2><p>On request we pack in reusable bowls, at the same price and for a deposit.</p>',
      '<h2>Tekrar kullanılabilir kap</h2><p>İsterseniz aynı fiyata, depozito karşılığında tekrar kullanılabilir kaplarda veriyoruz.</p>',
      '<h2>تغليف قابل لإعادة الاستخدام</h2><p>عند الطلب نغلف في أوعية قابلة لإعادة الاستخدام بالسعر نفسه مقابل وديعة.</p>',
    ],
  },
]

/** A page that opens by itself; only in the scenario `popup`. */
export const POPUP_PAGE: PageData = {
  id: 6, onHeader: false, onFooter: false, isPopup: true,
  name: ['Heute neu', 'New today', 'Bugün yeni', 'جديد اليوم'],
  text: [
    '<p>Die ersten Spargel sind da. Nur bis Johanni.</p>',
    '<p>The first asparagus has arrived. Only until midsummer.</p>',
    '<p>İlk kuşkonmazlar geldi. Sadece haziran sonuna kadar.</p>',
    '<p>وصل أول الهليون. حتى منتصف الصيف فقط.</p>',
  ],
}
