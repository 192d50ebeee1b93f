import type { ScanAnswer } from '@suyuan/contract/consumer/scan.ts';
import { day } from '@suyuan/contract/durations.ts';
import type { Language } from '#platform/language.ts';
import type { Services } from '#platform/services.ts';
import type { ScanDesk } from '#scans/scan-desk.ts';
import type { DesignSample, PageViews } from '#shared-services.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { type PageContent, textsOf } from './content/content.ts';
import type { LookCache, PageLook } from './content/look-cache.ts';
import type { StatedProducts } from './content/stated-product.ts';
import { pageDocument } from './view/view.ts';

/** Renders the consumer page for a frame of the console: the real page without its script, and nothing is recorded. */
export class PagePreview implements PageViews {
  readonly #services: Services;
  readonly #looks: LookCache;
  readonly #desk: ScanDesk;
  readonly #products: StatedProducts;

  constructor(
    services: Services,
    { desk, looks, products }: { desk: ScanDesk; looks: LookCache; products: StatedProducts },
  ) {
    this.#services = services;
    this.#desk = desk;
    this.#looks = looks;
    this.#products = products;
  }

  /** What a consumer would see for a code at present. */
  async ofCode(code: string, language: Language): Promise<{ html: string; about: CodeRecord | 'product' | undefined }> {
    const text = code.trim();
    const product = await this.#products.in(text);
    if (product) {
      const look = await this.#looks.of(product.id);
      return { html: this.#page({ kind: 'product', product }, language, look), about: 'product' };
    }
    const { answer, productId, record } = await this.#desk.look(text);
    const html = this.#page(contentOf(text, answer), language, await this.#looks.of(productId));
    return { html, about: answer.verdict === 'unknown' ? undefined : record };
  }

  /** A design, which need not be stored, with a sample answer. */
  async ofDesign(sample: DesignSample): Promise<string> {
    const answer = await this.#sampleAnswer(sample);
    const look = await this.#looks.with(sample.design, sample.product_id ?? null);
    return this.#page(contentOf(answer.code ?? sampleCode, answer), sample.language, look);
  }

  #page(content: PageContent, language: Language, look: PageLook): string {
    return pageDocument({ content, look, texts: textsOf(this.#services.timeZone(), language) }, undefined);
  }

  async #sampleAnswer({ verdict, count, product_id }: DesignSample): Promise<ScanAnswer> {
    const isProduct = ['genuine', 'repeated', 'recalled', 'lost'].includes(verdict);
    const at = new Date(Date.now() - 40 * day).toISOString();
    const [product] = isProduct
      ? await this.#services.system.anonymous.sql<
          { product_code: string; product_name: string; gtin: string; spec: string }[]
        >`
          select product_code, product_name, gtin, spec from product
          where ${product_id ?? null}::bigint is null or id = ${product_id ?? null} order by id limit 1`
      : [];
    return {
      verdict,
      code: verdict === 'unknown' ? null : sampleCode,
      product: product ? { ...product, lot: null, production_date: null, expiry_date: null } : null,
      package: null,
      scan: { count, first_at: count > 1 ? at : new Date().toISOString(), first_region: '江苏省 南京市' },
      trace: isProduct ? [{ step: 'commissioning', at, region: null }] : [],
    };
  }
}

const contentOf = (text: string, answer: ScanAnswer): PageContent => ({
  kind: 'answer',
  text,
  answer,
  at: Date.now(),
  ref: '',
  placeGiven: false,
});

const sampleCode = '7K3M9QXW2T5B';
