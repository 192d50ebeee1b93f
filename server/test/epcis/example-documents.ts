/** An event with nested extensions, ILMD and sensors, as a partner would send it in each binding. */
export const harvestInJson = `{
  "@context": [
    "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld",
    { "farm": "https://farm.example.com/epcis/" }
  ],
  "id": "https://farm.example.com/documents/7",
  "type": "EPCISDocument",
  "schemaVersion": "2.0",
  "creationDate": "2026-09-12T18:00:00.000+08:00",
  "epcisBody": {
    "eventList": [
      {
        "type": "ObjectEvent",
        "eventID": "urn:uuid:7b1d0c52-57c5-4d0c-8c26-6d2a2fdc2d11",
        "eventTime": "2026-09-12T06:30:00.1415+08:00",
        "eventTimeZoneOffset": "+08:00",
        "epcList": ["urn:epc:id:sgtin:9521321.012345.A%2F1", "https://id.gs1.org/01/09521321123458/21/A2"],
        "quantityList": [{ "epcClass": "urn:epc:class:lgtin:9521321.012345.L-7", "quantity": 200.50, "uom": "KGM" }],
        "action": "ADD",
        "bizStep": "commissioning",
        "disposition": "active",
        "persistentDisposition": { "set": ["completeness_verified"] },
        "readPoint": { "id": "urn:epc:id:sgln:9521321.00001.0", "farm:gate": "North" },
        "bizLocation": { "id": "https://id.gs1.org/414/9521321000018" },
        "bizTransactionList": [{ "type": "prodorder", "bizTransaction": "urn:epcglobal:cbv:bt:9521321000018:PO-9" }],
        "destinationList": [{ "type": "owning_party", "destination": "urn:epc:id:pgln:9521321.00002" }],
        "sourceList": [{ "type": "owning_party", "source": "urn:epc:id:pgln:9521321.00001" }],
        "sensorElementList": [
          {
            "sensorMetadata": { "time": "2026-09-12T06:29:00.000+08:00", "deviceID": "urn:epc:id:giai:9521321.T1" },
            "sensorReport": [
              { "type": "Temperature", "value": 4.0, "uom": "CEL", "farm:probe": "left" },
              { "type": "RelativeHumidity", "value": 81, "uom": "A93" }
            ]
          }
        ],
        "ilmd": {
          "cbvmda:lotNumber": "L-7",
          "farm:field": { "farm:name": "East", "farm:row": ["3", "1", "2"], "farm:soil": { "farm:ph": 6.80 } }
        },
        "farm:picker": ["Li", "Wang"],
        "farm:weather": { "farm:rain": false, "farm:wind": 3.50 }
      }
    ]
  }
}`;

export const harvestInXml = `<?xml version="1.0" encoding="UTF-8"?>
<epcis:EPCISDocument xmlns:epcis="urn:epcglobal:epcis:xsd:2" xmlns:cbvmda="urn:epcglobal:cbv:mda"
    xmlns:farm="https://farm.example.com/epcis/" schemaVersion="2.0" creationDate="2026-09-12T18:00:00.000+08:00">
  <EPCISBody>
    <EventList>
      <ObjectEvent>
        <eventTime>2026-09-12T06:30:00.1415+08:00</eventTime>
        <eventTimeZoneOffset>+08:00</eventTimeZoneOffset>
        <eventID>urn:uuid:7b1d0c52-57c5-4d0c-8c26-6d2a2fdc2d11</eventID>
        <epcList>
          <epc>urn:epc:id:sgtin:9521321.012345.A%2F1</epc>
          <epc>https://id.gs1.org/01/09521321123458/21/A2</epc>
        </epcList>
        <action>ADD</action>
        <bizStep>urn:epcglobal:cbv:bizstep:commissioning</bizStep>
        <disposition>https://ref.gs1.org/cbv/Disp-active</disposition>
        <readPoint>
          <id>urn:epc:id:sgln:9521321.00001.0</id>
          <farm:gate>North</farm:gate>
        </readPoint>
        <bizLocation><id>https://id.gs1.org/414/9521321000018</id></bizLocation>
        <bizTransactionList>
          <bizTransaction type="urn:epcglobal:cbv:btt:prodorder">
            urn:epcglobal:cbv:bt:9521321000018:PO-9
          </bizTransaction>
        </bizTransactionList>
        <quantityList>
          <quantityElement>
            <epcClass>urn:epc:class:lgtin:9521321.012345.L-7</epcClass>
            <quantity>+200.5</quantity>
            <uom>KGM</uom>
          </quantityElement>
        </quantityList>
        <sourceList><source type="urn:epcglobal:cbv:sdt:owning_party">urn:epc:id:pgln:9521321.00001</source></sourceList>
        <destinationList>
          <destination type="urn:epcglobal:cbv:sdt:owning_party">urn:epc:id:pgln:9521321.00002</destination>
        </destinationList>
        <sensorElementList>
          <sensorElement>
            <sensorMetadata time="2026-09-12T06:29:00.000+08:00" deviceID="urn:epc:id:giai:9521321.T1"/>
            <sensorReport type="gs1:Temperature" value="4" uom="CEL" farm:probe="left"/>
            <sensorReport type="gs1:RelativeHumidity" value="81.0" uom="A93"/>
          </sensorElement>
        </sensorElementList>
        <persistentDisposition><set>urn:epcglobal:cbv:disp:completeness_verified</set></persistentDisposition>
        <ilmd>
          <cbvmda:lotNumber>L-7</cbvmda:lotNumber>
          <farm:field>
            <farm:name>East</farm:name>
            <farm:row>3</farm:row><farm:row>1</farm:row><farm:row>2</farm:row>
            <farm:soil><farm:ph>6.8</farm:ph></farm:soil>
          </farm:field>
        </ilmd>
        <farm:picker>Li</farm:picker>
        <farm:weather><farm:rain>false</farm:rain><farm:wind>3.5</farm:wind></farm:weather>
        <farm:picker>Wang</farm:picker>
      </ObjectEvent>
    </EventList>
  </EPCISBody>
</epcis:EPCISDocument>`;

/** What the hash of the event is made of, put together by hand (CBV 2.0, section 8.9). */
export const harvestPreHash = [
  'eventType=ObjectEvent',
  'eventTime=2026-09-11T22:30:00.142Z',
  'eventTimeZoneOffset=+08:00',
  'epcListepc=https://id.gs1.org/01/09521321123458/21/A%2F1epc=https://id.gs1.org/01/09521321123458/21/A2',
  'quantityListquantityElementepcClass=https://id.gs1.org/01/09521321123458/10/L-7quantity=200.5uom=KGM',
  'action=ADD',
  'bizStep=https://ref.gs1.org/cbv/BizStep-commissioning',
  'disposition=https://ref.gs1.org/cbv/Disp-active',
  'persistentDispositionset=https://ref.gs1.org/cbv/Disp-completeness_verified',
  'readPointid=https://id.gs1.org/414/9521321000018{https://farm.example.com/epcis/}gate=North',
  'bizLocationid=https://id.gs1.org/414/9521321000018',
  'sensorElementListsensorElement',
  'sensorMetadatatime=2026-09-11T22:29:00.000ZdeviceID=https://id.gs1.org/8004/9521321T1',
  'sensorReporttype=https://gs1.org/voc/RelativeHumidityvalue=81uom=A93',
  'sensorReporttype=https://gs1.org/voc/Temperaturevalue=4uom=CEL{https://farm.example.com/epcis/}probe=left',
  'bizTransactionListtype=https://ref.gs1.org/cbv/BTT-prodorderbizTransaction=urn:epcglobal:cbv:bt:9521321000018:PO-9',
  'destinationListtype=https://ref.gs1.org/cbv/SDT-owning_partydestination=https://id.gs1.org/417/9521321000025',
  'ilmd{https://farm.example.com/epcis/}field',
  '{https://farm.example.com/epcis/}name=East',
  '{https://farm.example.com/epcis/}row=1{https://farm.example.com/epcis/}row=2{https://farm.example.com/epcis/}row=3',
  '{https://farm.example.com/epcis/}soil{https://farm.example.com/epcis/}ph=6.8',
  '{urn:epcglobal:cbv:mda}lotNumber=L-7',
  'sourceListtype=https://ref.gs1.org/cbv/SDT-owning_partysource=https://id.gs1.org/417/9521321000018',
  '{https://farm.example.com/epcis/}picker=Li{https://farm.example.com/epcis/}picker=Wang',
  '{https://farm.example.com/epcis/}weather',
  '{https://farm.example.com/epcis/}rain=false{https://farm.example.com/epcis/}wind=3.5',
].join('');

/** A document of EPCIS 1.2, with new fields in wrappers, and of an event type that EPCIS 1.1 replaced. */
export const version12 = `<?xml version="1.0" encoding="UTF-8"?>
<epcis:EPCISDocument xmlns:epcis="urn:epcglobal:epcis:xsd:1" xmlns:farm="https://farm.example.com/epcis/"
    schemaVersion="1.2" creationDate="2026-09-12T10:00:00Z">
  <EPCISBody>
    <EventList>
      <extension>
        <TransformationEvent>
          <eventTime>2026-09-12T09:00:00Z</eventTime>
          <eventTimeZoneOffset>+08:00</eventTimeZoneOffset>
          <baseExtension>
            <eventID>urn:uuid:0aa7d1a5-1b58-4f7e-9f0c-0f2bd7a6fd65</eventID>
            <errorDeclaration>
              <declarationTime>2026-09-12T09:30:00Z</declarationTime>
              <reason>urn:epcglobal:cbv:er:incorrect_data</reason>
            </errorDeclaration>
          </baseExtension>
          <inputEPCList><epc>urn:epc:id:sgtin:9521321.012345.A1</epc></inputEPCList>
          <outputEPCList><epc>urn:epc:id:sgtin:9521321.067890.B1</epc></outputEPCList>
          <farm:shift>2</farm:shift>
        </TransformationEvent>
      </extension>
      <ObjectEvent>
        <eventTime>2026-09-12T09:10:00Z</eventTime>
        <eventTimeZoneOffset>+08:00</eventTimeZoneOffset>
        <epcList><epc>urn:epc:id:sgtin:9521321.067890.B1</epc></epcList>
        <action>ADD</action>
        <disposition>urn:epcglobal:cbv:disp:non_sellable_expired</disposition>
        <extension>
          <ilmd><farm:lot>L-8</farm:lot></ilmd>
          <extension><grade>A</grade></extension>
        </extension>
      </ObjectEvent>
      <QuantityEvent>
        <eventTime>2026-09-12T09:20:00Z</eventTime>
        <eventTimeZoneOffset>+08:00</eventTimeZoneOffset>
        <epcClass>urn:epc:idpat:sgtin:9521321.067890.*</epcClass>
        <quantity>200</quantity>
        <bizStep>urn:epcglobal:cbv:bizstep:storing</bizStep>
      </QuantityEvent>
    </EventList>
  </EPCISBody>
</epcis:EPCISDocument>`;
