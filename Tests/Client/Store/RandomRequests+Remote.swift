import ClientModel

extension RandomRequests {
  mutating func remoteUse() -> RemoteUse {
    RemoteUse(
      rule: RemoteRule(
        accepted: (0..<below(3)).map { _ in 200 + below(9)...210 + below(90) },
        status: addresses(), id: text(), word: pointers(),
        words: Dictionary(
          (0..<below(4)).map { _ in (text(), RemoteRule.Meaning.allCases[below(5)]) },
          uniquingKeysWith: { first, _ in first }),
        failure: pointers(), errors: pointers(),
        result: below(2) == 0 ? .inPoll(pointer: text()) : .at(addresses()),
        cancel: maybe { random in
          RemoteRule.Cancel(
            method: HTTPMethod.common[random.below(9)], address: random.addresses())
        },
        poll: PollPolicy(
          first: span(), queued: maybe { $0.span() }, running: maybe { $0.span() },
          factor: 1 + Double(below(100)) / 8, longest: span(), jitter: Double(below(8)) / 8,
          deadline: maybe { $0.span() }, errorsInRow: below(99))),
      query: (0..<below(3)).map { _ in HeaderField(text(), sensitive()) })
  }

  mutating func standing() -> RemoteJobState {
    RemoteJobState(
      id: text(), address: text(), cancelAddress: maybe { $0.text() },
      resultAddress: maybe { $0.text() }, phase: RemoteJobState.Phase.allCases[below(2)],
      accepted: time(), deadline: maybe { $0.time() }, word: text(),
      meaning: maybe { RemoteRule.Meaning.allCases[$0.below(5)] }, asked: below(999),
      wait: span(), misses: below(99), goneSince: maybe { $0.time() },
      userRequest: RemoteJobState.UserRequest.allCases[below(3)])
  }

  private mutating func pointers() -> [String] { (0..<below(3)).map { _ in "/" + text() } }

  private mutating func addresses() -> [RemoteRule.Address] {
    (0..<below(4)).map { _ in
      switch below(3) {
      case 0: .header(text())
      case 1: .pointer(text())
      default: .template(text(), id: text())
      }
    }
  }
}
