/// The bundled catalogs that have a mock service, by the catalogs' own names.
package enum MockCatalog: String, CaseIterable, Sendable {
  case bookshop
  case haven
  case oxfordOne = "oxford-v1"
  case oxfordTwo = "oxford-v2"
  case push

  /// A new instance of the mock service.
  package var service: any MockService {
    switch self {
    case .bookshop: BookshopService()
    case .haven: HavenService()
    // One service simulates both versions, each below its own path.
    case .oxfordOne, .oxfordTwo: OxfordService()
    case .push: PushService()
    }
  }

  /// The default port, which the catalog names.
  package var port: Int {
    switch self {
    case .bookshop: 4800
    case .haven: 4801
    case .oxfordOne, .oxfordTwo: 4802
    case .push: 4803
    }
  }

  /// The arguments that pass the account to an endpoint of the catalog, as references to
  /// environment variables.
  package var accountWords: [String] {
    switch self {
    case .haven: ["apikey=env:HAVEN_APIKEY"]
    case .oxfordOne, .oxfordTwo: ["app_id=env:OXFORD_APP_ID", "app_key=env:OXFORD_APP_KEY"]
    case .bookshop, .push: []
    }
  }

  /// The credentials of the service: the name of each variable or field, and its only valid value.
  package var credentials: [(name: String, value: String)] {
    switch self {
    case .bookshop: [("BOOKSHOP_TOKEN", BookshopService.token)]
    case .haven: [("HAVEN_APIKEY", HavenService.key)]
    case .oxfordOne, .oxfordTwo:
      [("OXFORD_APP_ID", OxfordService.appID), ("OXFORD_APP_KEY", OxfordService.appKey)]
    case .push: [("endpointCodename", PushService.codename)]
    }
  }
}
