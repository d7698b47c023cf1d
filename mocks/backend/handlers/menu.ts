/** Tag menu: categories, dishes and combos. */
import { callOf, failure, type Call, type Runtime } from '../runtime.ts'
import { http } from './http.ts'

const unknown = (call: Call): Response => failure(404, call.say('Not found.'))

/** The handlers of the tag, by operation. */
export const menuHandlers = (runtime: Runtime) => ({
  listMenus: http.get('/products/menus', ({ request, response }) => {
    const { world, shop, lang } = callOf(runtime, request)
    return response(200).json(world.catalogue(shop, lang).menus)
  }),

  getMenu: http.get('/products/menus/{id}', ({ request, params, response }) => {
    const call = callOf(runtime, request)
    const menu = call.world.catalogue(call.shop, call.lang).menu(params.id)
    if (!menu) throw unknown(call)
    return response(200).json(menu)
  }),

  listCategories: http.get('/products/categories', ({ request, response }) => {
    const { world, shop, lang } = callOf(runtime, request)
    return response(200).json(world.catalogue(shop, lang).categories)
  }),

  listCategoryProducts: http.get('/products/categories/{id}/products', ({ request, params, response }) => {
    const call = callOf(runtime, request)
    const catalogue = call.world.catalogue(call.shop, call.lang)
    const category = catalogue.categories.find(({ id }) => String(id) === params.id)
    const products = catalogue.productsOf(params.id)
    if (!category || !products) throw unknown(call)
    return response(200).json({ data: products, meta: { category: { data: category } } })
  }),

  getProduct: http.get('/products/categories/{categoryId}/products/{productId}', ({ request, params, response }) => {
    const call = callOf(runtime, request)
    const product = call.world
      .catalogue(call.shop, call.lang)
      .productsOf(params.categoryId)
      ?.find(({ id }) => String(id) === params.productId)
    if (!product) throw unknown(call)
    return response(200).json(product)
  }),
})
