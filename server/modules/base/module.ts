import { defineModule } from '../module.ts';
import { dealerAreaTable, dealerTable } from './dealer/dealer.table.ts';
import { serveDealers } from './dealer/dealers.ts';
import { shipToTable } from './dealer/ship-to.table.ts';
import { serveShipTo } from './dealer/ship-to.ts';
import { serveAreas } from './enterprise/areas.ts';
import { enterpriseTable } from './enterprise/enterprise.table.ts';
import { serveEnterprise } from './enterprise/enterprise.ts';
import { serveHierarchies } from './packaging/hierarchies.ts';
import { hierarchyLevelTable, hierarchyTable, hierarchyVersionTable } from './packaging/hierarchy.table.ts';
import { packagingUnitTable } from './packaging/packaging-unit.table.ts';
import { servePackagingUnits } from './packaging/packaging-units.ts';
import { servePictureAdd } from './picture/picture-add.ts';
import { brandTable } from './product/brand.table.ts';
import { serveBrands } from './product/brands.ts';
import { productTable } from './product/product.table.ts';
import { serveProductDetail } from './product/product-detail.ts';
import { productFieldTable } from './product/product-field.table.ts';
import { serveProductFields } from './product/product-fields.ts';
import { serveProducts } from './product/products.ts';
import { factoryTable } from './supply/factory.table.ts';
import { materialTable } from './supply/material.table.ts';
import { serveMaterials } from './supply/materials.ts';
import { serveOutsourcing } from './supply/outsourcing.ts';
import { packagingSupplierTable } from './supply/packaging-supplier.table.ts';
import { serveSuppliers } from './supply/suppliers.ts';
import { warehouseTable } from './warehouse/warehouse.table.ts';
import { serveWarehouses } from './warehouse/warehouses.ts';

export const base = defineModule({
  tables: [
    enterpriseTable,
    factoryTable,
    dealerTable,
    dealerAreaTable,
    shipToTable,
    warehouseTable,
    packagingSupplierTable,
    materialTable,
    brandTable,
    packagingUnitTable,
    hierarchyTable,
    hierarchyVersionTable,
    hierarchyLevelTable,
    productTable,
    productFieldTable,
  ],
  async serve(services) {
    await serveEnterprise(services);
    serveAreas(services);
    serveMaterials(services);
    serveSuppliers(services);
    serveOutsourcing(services);
    serveWarehouses(services);
    serveShipTo(services);
    serveDealers(services);
    serveBrands(services);
    servePackagingUnits(services);
    serveHierarchies(services);
    serveProductFields(services);
    serveProductDetail(services);
    serveProducts(services);
    servePictureAdd(services);
  },
});
