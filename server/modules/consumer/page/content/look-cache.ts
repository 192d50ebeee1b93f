import { inEachLanguage, type LocalisedText, type MainText } from '@suyuan/contract/languages.ts';
import { plainDesign, type ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { areaName } from '#platform/areas/areas.ts';
import { choicesIn, type FieldRow } from '#platform/extension/extension-fields.ts';
import type { Services } from '#platform/services.ts';

/** The design of the consumer page, and what it shows besides the answer. */
export interface PageLook {
  readonly design: ScanDesign;
  readonly enterprise: EnterpriseLook | undefined;
  readonly carousel: readonly Slide[];
  /** The dimensions of the pictures in the design, by hash. */
  readonly sizes: ReadonlyMap<string, Size>;
  readonly product: ProductLook | undefined;
}

export interface EnterpriseLook {
  readonly enterprise_name: string;
  readonly logo: string | null;
  readonly licence_no: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  /** Province, city and county, from the large to the small, in Chinese. */
  readonly area_name: string | null;
  readonly icp_number: string | null;
  readonly icp_url: string | null;
  /** Name and address in other languages. */
  readonly names: LocalisedText;
  readonly addresses: LocalisedText;
}

type EnterpriseRow = Omit<EnterpriseLook, 'area_name'> & { readonly area_code: string | null };

export interface Slide {
  readonly title: string;
  readonly picture: string;
  readonly link: string | null;
  readonly shown_from: Date | null;
  readonly shown_to: Date | null;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the page shows of a product besides its name. */
export interface ProductLook {
  readonly picture: string | null;
  /** Name and specification in other languages. */
  readonly names: LocalisedText;
  readonly specs: LocalisedText;
  /** The unit that it is sold in, as 瓶; empty if none is given. */
  readonly unit: LocalisedText;
  /** Sanitised HTML. */
  readonly story: Readonly<Record<string, string>>;
  readonly facts: readonly {
    readonly label: MainText;
    readonly value: MainText;
  }[];
}

/** The part that is the same for all products. */
type Common = Omit<PageLook, 'design' | 'product'>;

/** How long a product is cached, in milliseconds; people who have just changed it see the change soon. */
const fresh = 3_000;
const maxProducts = 5000;

/**
 * Caches the published templates and everything around them, so that a page needs no query, except for the product now and then.
 */
export class LookCache {
  readonly #services: Services;
  #designs = new Map<string, ScanDesign>();
  #brandAbove = new Map<number, number | null>();
  #common: Common = { enterprise: undefined, carousel: [], sizes: new Map() };
  readonly #products = new Map<number, { read: Promise<KnownProduct | undefined>; until: number }>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Reads everything, and again whenever any of it is written. */
  async open(): Promise<void> {
    const { caches } = this.#services;
    await caches.keep(['scan_template', 'carousel_picture', 'enterprise', 'brand'], () => this.reload());
  }

  async reload(): Promise<void> {
    const { sql } = this.#services.system.anonymous;
    const [designs, carousel, [enterprise], brands, pictures] = await Promise.all([
      sql<{ scope: string; design: ScanDesign }[]>`
        select coalesce('product ' || t.product_id, 'brand ' || t.brand_id, 'all') as scope, v.design
        from scan_template t
        join scan_template_version v on v.template_id = t.id and v.version = t.published_version`,
      sql<Slide[]>`
        select title, picture, link, shown_from, shown_to from carousel_picture
        where status = 'enabled' and coalesce(shown_to > now(), true) order by sort, id`,
      sql<EnterpriseRow[]>`
        select enterprise_name, logo, licence_no, phone, address, area_code, icp_number, icp_url,
          enterprise_name_translations as names, address_translations as addresses
        from enterprise`,
      sql<{ id: number; parent_id: number | null }[]>`select id, parent_id from brand`,
      sql<({ hash: string } & Size)[]>`
        select hash, width, height from picture where hash in (
          select block ->> 'picture' from scan_template_version v
          join scan_template t on t.id = v.template_id and t.published_version = v.version
          cross join jsonb_array_elements(v.design -> 'blocks') block
          union select picture from carousel_picture
        )`,
    ]);
    this.#designs = new Map(designs.map(({ scope, design }) => [scope, design]));
    this.#brandAbove = new Map(brands.map(({ id, parent_id }) => [id, parent_id]));
    const sizes = new Map(pictures.map(({ hash, width, height }) => [hash, { width, height }]));
    this.#common = { enterprise: enterprise && lookOf(enterprise), carousel, sizes };
    this.#products.clear();
  }

  /** The look of pages without a product. */
  general(): PageLook {
    return this.#look(this.#designs.get('all'), undefined);
  }

  async of(productId: number | null): Promise<PageLook> {
    const product = productId === null ? undefined : await this.#product(productId);
    if (productId === null || !product) return this.general();
    return this.#look(this.#designs.get(`product ${productId}`) ?? this.#ofBrand(product.brand_id), product.look);
  }

  /** A look with an unpublished design. */
  async with(design: ScanDesign, productId: number | null): Promise<PageLook> {
    const product = productId === null ? undefined : await this.#product(productId);
    const hashes = design.blocks.flatMap((block) => (block.kind === 'banner' ? [block.picture] : []));
    const rows = await this.#services.system.anonymous.sql<({ hash: string } & Size)[]>`
      select hash, width, height from picture where hash = any(${hashes}::text[])`;
    const sizes = new Map([...this.#common.sizes, ...rows.map((row) => [row.hash, row] as const)]);
    return { ...this.#look(design, product?.look), sizes };
  }

  #ofBrand(brand: number | null): ScanDesign | undefined {
    for (let at = brand; at !== null; at = this.#brandAbove.get(at) ?? null) {
      const design = this.#designs.get(`brand ${at}`);
      if (design) return design;
    }
    return this.#designs.get('all');
  }

  #look(design: ScanDesign | undefined, product: ProductLook | undefined): PageLook {
    const now = Date.now();
    const carousel = this.#common.carousel.filter(
      ({ shown_from, shown_to }) =>
        (shown_from === null || shown_from.getTime() <= now) && (shown_to === null || shown_to.getTime() > now),
    );
    return { ...this.#common, carousel, design: design ?? plainDesign, product };
  }

  #product(id: number): Promise<KnownProduct | undefined> {
    const entry = this.#products.get(id);
    if (entry && entry.until > Date.now()) return entry.read;
    if (this.#products.size >= maxProducts) this.#products.clear();
    const product = readProduct(this.#services, id);
    this.#products.set(id, { read: product, until: Date.now() + fresh });
    // Failed queries are not cached.
    product.catch(() => this.#products.delete(id));
    return product;
  }
}

const lookOf = (row: EnterpriseRow): EnterpriseLook => ({
  ...row,
  area_name: row.area_code ? areaName(row.area_code) : null,
});

interface KnownProduct {
  readonly brand_id: number | null;
  readonly look: ProductLook;
}

async function readProduct({ system }: Services, id: number): Promise<KnownProduct | undefined> {
  const { sql } = system.anonymous;
  const [row] = await sql<
    {
      brand_id: number | null;
      pictures: string[];
      description: Record<string, string>;
      extension: Record<string, string | number>;
      names: LocalisedText;
      specs: LocalisedText;
      unit: LocalisedText | null;
    }[]
  >`
    select p.brand_id, p.pictures, p.description, p.extension,
      p.product_name_translations as names, p.spec_translations as specs, u.symbol as unit
    from product p left join packaging_unit u on u.id = p.unit_id where p.id = ${id}`;
  if (!row) return undefined;
  const fields = await sql<FieldRow[]>`
    select * from product_field
    where shown_to_consumers and status = 'enabled' and kind <> 'picture' order by sort, id`;
  const extension = new Map(Object.entries(row.extension));
  const facts = fields.flatMap((field) => {
    const value = extension.get(field.field_code);
    if (value === undefined || value === '') return [];
    return [
      {
        label: field.label,
        value: inEachLanguage(
          (language) => choicesIn(field, language)[field.choices.indexOf(String(value))] ?? String(value),
        ),
      },
    ];
  });
  return {
    brand_id: row.brand_id,
    look: {
      picture: row.pictures[0] ?? null,
      names: row.names,
      specs: row.specs,
      unit: row.unit ?? {},
      story: row.description,
      facts,
    },
  };
}
