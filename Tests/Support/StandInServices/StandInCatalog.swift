package import MockServices

/// The bundled catalogs that have a service to call in tests, by the catalogs' own names.
package enum StandInCatalog: String, CaseIterable, Sendable {
  case bookshop
  case haven
  case oxfordOne = "oxford-v1"
  case oxfordTwo = "oxford-v2"
  case push

  /// A new instance of the service.
  package var service: any MockService {
    switch self {
    case .bookshop: BookshopService()
    case .haven: HavenService()
    // One service simulates both versions, each below its own path.
    case .oxfordOne, .oxfordTwo: OxfordService()
    case .push: PushService()
    }
  }

  /// The account that the service accepts, by the catalog's names of its fields.
  package var account: [(name: String, value: String)] {
    switch self {
    case .haven: [("apikey", HavenService.key)]
    case .oxfordOne, .oxfordTwo:
      [("app_id", OxfordService.appID), ("app_key", OxfordService.appKey)]
    case .bookshop, .push: []
    }
  }
}
