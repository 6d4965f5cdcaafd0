import ClientModel

extension EndpointRules: CompiledValue {
  static let blank = EndpointRules()

  func coded(by coder: inout some CompiledCoder) -> EndpointRules {
    var rules = EndpointRules()
    rules.remote = coder.code(remote)
    rules.outcome = coder.code(outcome)
    rules.paging = coder.code(paging)
    rules.pathFilters = coder.code(pathFilters)
    rules.projections = coder.code(projections)
    rules.allowedFilters = coder.code(allowedFilters)
    rules.oneOf = coder.code(oneOf)
    rules.bulk = coder.code(bulk)
    rules.secret = coder.code(secret)
    rules.view = coder.code(view)
    rules.firstByte = coder.code(firstByte)
    return rules
  }
}

extension PathFilters: CompiledValue {
  static let blank = PathFilters(parameter: "", filters: [])

  func coded(by coder: inout some CompiledCoder) -> PathFilters {
    PathFilters(parameter: coder.code(parameter), filters: coder.code(filters))
  }
}

extension InputChoice: CompiledValue {
  static let blank = InputChoice(inputs: [], count: .exactlyOne)

  func coded(by coder: inout some CompiledCoder) -> InputChoice {
    InputChoice(inputs: coder.code(inputs), count: coder.code(count))
  }
}

extension InputChoice.Count: CompiledValue { static let blank = Self.exactlyOne }

extension RemoteRule: CompiledValue {
  static let blank = RemoteRule(status: [])

  func coded(by coder: inout some CompiledCoder) -> RemoteRule {
    RemoteRule(
      accepted: coder.code(accepted), status: coder.code(status), id: coder.code(id),
      word: coder.code(word), words: coder.code(words), failure: coder.code(failure),
      errors: coder.code(errors), result: coder.code(result), cancel: coder.code(cancel),
      poll: coder.code(poll), query: coder.code(query), form: coder.code(form))
  }
}

extension RemoteRule.Meaning: CompiledValue { static let blank = Self.queued }

extension RemoteRule.Address: CompiledValue {
  static let blank = Self.header("")

  func coded(by coder: inout some CompiledCoder) -> Self {
    var (number, text, id): (UInt8, String, String) = (0, "", "")
    switch self {
    case .header(let name): (number, text) = (0, name)
    case .pointer(let pointer): (number, text) = (1, pointer)
    case .template(let template, let pointer): (number, text, id) = (2, template, pointer)
    }
    switch coder.byte(number) {
    case 0: return .header(coder.code(text))
    case 1: return .pointer(coder.code(text))
    case 2: return .template(coder.code(text), id: coder.code(id))
    default: return coder.damaged(self)
    }
  }
}

extension RemoteRule.Result: CompiledValue {
  static let blank = Self.at([])

  func coded(by coder: inout some CompiledCoder) -> Self {
    var (number, text, addresses): (UInt8, String, [RemoteRule.Address]) = (0, "", [])
    switch self {
    case .inPoll(let pointer): (number, text) = (0, pointer)
    case .at(let own): (number, addresses) = (1, own)
    }
    switch coder.byte(number) {
    case 0: return .inPoll(pointer: coder.code(text))
    case 1: return .at(coder.code(addresses))
    default: return coder.damaged(self)
    }
  }
}

extension RemoteRule.Cancel: CompiledValue {
  static let blank = Self(method: .get)

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(method: coder.code(method), address: coder.code(address))
  }
}

extension PollPolicy: CompiledValue {
  static let blank = PollPolicy()

  func coded(by coder: inout some CompiledCoder) -> PollPolicy {
    PollPolicy(
      first: coder.code(first), queued: coder.code(queued), running: coder.code(running),
      factor: coder.code(factor), longest: coder.code(longest), jitter: coder.code(jitter),
      deadline: coder.code(deadline), errorsInRow: coder.code(errorsInRow))
  }
}

extension DraftField: CompiledValue {
  static let blank = DraftField("", "")

  func coded(by coder: inout some CompiledCoder) -> DraftField {
    let (name, value) = (coder.code(name), coder.code(value))
    guard let mark = Mark(rawValue: coder.byte(mark.rawValue)) else { return coder.damaged(self) }
    return DraftField(name, value, mark: mark)
  }
}

extension OutcomeRule: CompiledValue {
  static let blank = OutcomeRule()

  func coded(by coder: inout some CompiledCoder) -> OutcomeRule {
    OutcomeRule(
      authentication: coder.code(authentication), upgrade: coder.code(upgrade),
      failure: coder.code(failure), success: coder.code(success), code: coder.code(code),
      reason: coder.code(reason), detail: coder.code(detail), refresh: coder.code(refresh),
      body: coder.code(body))
  }
}

extension OutcomeRule.Body: CompiledValue { static let blank = Self.any }

extension OutcomeClause: CompiledValue {
  static let blank = OutcomeClause()

  func coded(by coder: inout some CompiledCoder) -> OutcomeClause {
    OutcomeClause(
      statuses: coder.code(statuses), values: coder.code(values), headers: coder.code(headers))
  }
}

extension ValueTest: CompiledValue {
  static let blank = ValueTest("", .present)

  func coded(by coder: inout some CompiledCoder) -> ValueTest {
    ValueTest(coder.code(name), coder.code(wanted))
  }
}

extension ValueTest.Wanted: CompiledValue {
  static let blank = Self.present

  func coded(by coder: inout some CompiledCoder) -> Self {
    var (number, texts): (UInt8, [String]) = (0, [])
    switch self {
    case .present: number = 0
    case .absent: number = 1
    case .oneOf(let own): (number, texts) = (2, own)
    }
    switch coder.byte(number) {
    case 0: return .present
    case 1: return .absent
    case 2: return .oneOf(coder.code(texts))
    default: return coder.damaged(self)
    }
  }
}

extension RefreshRule: CompiledValue {
  static let blank = RefreshRule(request: "")

  func coded(by coder: inout some CompiledCoder) -> RefreshRule {
    RefreshRule(request: coder.code(request), token: coder.code(token))
  }
}

extension PagingRule: CompiledValue {
  static let blank = PagingRule(.offset, .query(""))

  func coded(by coder: inout some CompiledCoder) -> PagingRule {
    PagingRule(
      coder.code(kind), coder.code(parameter), items: coder.code(items), end: coder.code(end))
  }
}

extension PagingRule.Kind: CompiledValue {
  static let blank = Self.offset

  func coded(by coder: inout some CompiledCoder) -> Self {
    var (number, first, place): (UInt8, Int, PagingRule.ValueLocation) = (0, 0, .blank)
    switch self {
    case .number(let own): (number, first) = (0, own)
    case .offset: number = 1
    case .cursor(let own): (number, place) = (2, own)
    }
    switch coder.byte(number) {
    case 0: return .number(first: coder.code(first))
    case 1: return .offset
    case 2: return .cursor(coder.code(place))
    default: return coder.damaged(self)
    }
  }
}

extension PagingRule.Parameter: CompiledValue {
  static let blank = Self.query("")

  func coded(by coder: inout some CompiledCoder) -> Self {
    let (number, text): (UInt8, String) =
      switch self {
      case .query(let name): (0, name)
      case .header(let name): (1, name)
      case .body(let pointer): (2, pointer)
      }
    switch coder.byte(number) {
    case 0: return .query(coder.code(text))
    case 1: return .header(coder.code(text))
    case 2: return .body(coder.code(text))
    default: return coder.damaged(self)
    }
  }
}

extension PagingRule.ValueLocation: CompiledValue {
  static let blank = Self.body("")

  func coded(by coder: inout some CompiledCoder) -> Self {
    let (number, text): (UInt8, String) =
      switch self {
      case .body(let pointer): (0, pointer)
      case .header(let name): (1, name)
      }
    switch coder.byte(number) {
    case 0: return .body(coder.code(text))
    case 1: return .header(coder.code(text))
    default: return coder.damaged(self)
    }
  }
}

extension ViewPlan: CompiledValue {
  static let blank = ViewPlan.parts([])

  func coded(by coder: inout some CompiledCoder) -> ViewPlan {
    var (number, name, parts): (UInt8, ViewName, [ViewPart]) = (0, .blank, [])
    switch self {
    case .named(let own): (number, name) = (0, own)
    case .parts(let own): (number, parts) = (1, own)
    }
    switch coder.byte(number) {
    case 0: return .named(coder.code(name))
    case 1: return .parts(coder.code(parts))
    default: return coder.damaged(self)
    }
  }
}

extension ViewName: CompiledValue { static let blank = Self.dictionary }

extension ViewPart: CompiledValue {
  static let blank = ViewPart(.tree, "")

  func coded(by coder: inout some CompiledCoder) -> ViewPart {
    ViewPart(
      coder.code(form), coder.code(pointer), title: coder.code(title), fields: coder.code(fields),
      label: coder.code(label), amount: coder.code(amount), group: coder.code(group))
  }
}

extension ViewPart.Form: CompiledValue { static let blank = Self.tree }
