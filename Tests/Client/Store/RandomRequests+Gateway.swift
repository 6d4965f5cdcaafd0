import ClientModel

extension RandomRequests {
  mutating func gateway() -> GatewayUse {
    GatewayUse(
      name: text(),
      outcome: maybe { $0.outcome() }, middleware: below(2) == 0 ? .none : .byName,
      submitted: notes())
  }

  mutating func outcome() -> OutcomeRule {
    OutcomeRule(
      authentication: clauses(), upgrade: clauses(), failure: clauses(), success: clauses(),
      code: texts(), reason: texts(), detail: texts(),
      refresh: maybe { random in
        RefreshRule(request: random.text(), token: random.maybe { $0.text() })
      }, body: OutcomeRule.Body.allCases[below(3)])
  }

  mutating func notes() -> [StageNote] {
    (0..<below(3)).map { _ in
      StageNote(
        text(), StageNote.Phase.allCases[below(3)], StageNote.End.allCases[below(4)], took: span())
    }
  }

  mutating func parsing() -> ParsingRule {
    [.byType, .off, .forced("application/json")][below(3)]
  }

  mutating func broker() -> BrokerOptions {
    if below(2) == 0 { return BrokerOptions() }
    return BrokerOptions(
      version: below(2) == 0 ? .v311 : .v5, clientID: maybe { $0.text() },
      session: below(2) == 0 ? .clean : .stored, keepAlive: .milliseconds(5000 + below(100_000)),
      will: maybe {
        BrokerMessage(
          topic: $0.text(), payload: Array($0.text().utf8), quality: .atLeastOnce,
          retention: .retained)
      })
  }

  mutating func processing() -> Processing {
    Processing(
      stages: notes(), root: text(), lateHeaders: Bool.random() ? [] : [text(), text()],
      late: Bool.random()
        ? DispatchChanges()
        : DispatchChanges(
          method: maybe { _ in .delete }, displayURL: maybe { $0.text() },
          body: maybe { DispatchChanges.Body.allCases[$0.below(2)] }, removedHeaders: texts()))
  }

  private mutating func texts() -> [String] { (0..<below(3)).map { _ in text() } }

  private mutating func clauses() -> [OutcomeClause] {
    (0..<below(3)).map { _ in
      OutcomeClause(
        statuses: (0..<below(3)).map { _ in below(400)...(400 + below(200)) }, values: tests(),
        headers: tests())
    }
  }

  private mutating func tests() -> [ValueTest] {
    (0..<below(3)).map { _ in
      let wanted: [ValueTest.Wanted] = [.present, .absent, .oneOf(texts())]
      return ValueTest(text(), wanted[below(3)])
    }
  }
}
