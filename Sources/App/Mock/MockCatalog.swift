/// The bundled catalogs that have a mock service, by the catalogs' own names.
package enum MockCatalog: String, CaseIterable, Sendable {
  case haven
  case push

  /// What plays it, as new.
  package var service: any MockService {
    switch self {
    case .haven: HavenService()
    case .push: PushService()
    }
  }

  /// Where it listens when nobody says otherwise: the port that its catalog names.
  package var port: Int {
    switch self {
    case .haven: 4801
    case .push: 4803
    }
  }

  /// What it knows its user by: variables, with the one value that it takes.
  package var credentials: [(name: String, value: String)] {
    switch self {
    case .haven: [("HAVEN_APIKEY", HavenService.key)]
    case .push: [("endpointCodename", PushService.codename)]
    }
  }
}
