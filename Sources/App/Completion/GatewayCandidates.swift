import ArgumentParser
import ClientModel
import ClientWorkspace

/// The gateways of a workspace. Credentials in their URLs are masked with dots.
struct GatewayCandidates {
  let gateways: Gateways

  var all: [CompletionCandidate] {
    gateways.all.map { gateway in
      CompletionCandidate(gateway.name, CredentialNames.standard.masked(gateway.url))
    }
  }

  /// The gateways and `none`. `none` selects no gateway.
  var withNone: [CompletionCandidate] {
    all + [CompletionCandidate(Gateways.noneWord, "no gateway, not even the default one")]
  }
}

extension CompletionKind {
  static var gateways: CompletionKind {
    values { _, facts in
      GatewayCandidates(gateways: try facts.workspace()?.settings.gateways ?? Gateways()).all
    }
  }

  static var gatewaysOrNone: CompletionKind {
    values { _, facts in
      GatewayCandidates(gateways: try facts.workspace()?.settings.gateways ?? Gateways()).withNone
    }
  }
}
