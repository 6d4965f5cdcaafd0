import ClientCore
import ClientModel

/// The stored fields of a graph: its plan and the states of its steps. They contain no secrets.
extension GraphRun: PayloadFields {
  static let blank = GraphRun(id: GraphID(0), plan: .blank, created: .empty)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.fields(1, of: &plan)
    try coder.field(2, &workspace)
    try coder.field(3, &environment)
    try coder.field(4, &scheduling, default: .queued)
    try coder.field(5, &created)
    try coder.field(6, &since)
    try coder.field(7, &instruction, default: .run)
    try coder.field(8, &progress, default: .steps([]))
    guard (plan.rows == nil) == (rows == nil), rows != nil || steps.count == plan.steps.count else {
      throw .damaged("a step is missing")
    }
  }

  init(id: GraphID, from reader: inout PayloadReader) throws(Failure) {
    try self.init(from: &reader)
    self.id = id
  }

  /// Returns the batch with the given counts, which a separate table contains. Returns a graph of
  /// steps unchanged.
  func counting(_ counts: RowCounts) -> GraphRun {
    guard case .rows(var rows) = progress else { return self }
    var run = self
    rows.counts = counts
    run.progress = .rows(rows)
    return run
  }
}

extension GraphRun.Progress: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.steps) { if case .steps(let steps) = $0 { steps } else { nil } }
    try coder.one(
      2, &choice, { Self.rows(RowProgress(first: $0, counts: RowCounts())) },
      {
        if case .rows(let rows) = $0 { rows.first } else { nil }
      })
  }
}

extension GraphPlan: PayloadFields {
  static let blank = GraphPlan(name: "", steps: [])

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &onFailure, default: .stop)
    try coder.fields(3, of: &cache)
    try coder.field(4, &shape, default: .steps([]))
    try coder.field(5, &call)
  }
}

extension GraphPlan.Shape: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.steps) { if case .steps(let steps) = $0 { steps } else { nil } }
    try coder.one(
      2, &choice, { Self.rows(RowPlan(source: $0.first, count: $0.second)) },
      {
        if case .rows(let rows) = $0 { Pair(rows.source, rows.count) } else { nil }
      })
  }
}

extension GraphStep: PayloadFields {
  static let blank = GraphStep(name: "", work: .request(""))

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &work, default: .request(""))
    try coder.field(3, &inputs)
    try coder.field(4, &needs)
    try coder.field(5, &after)
    try coder.field(6, &expect)
  }
}

extension GraphStep.Work: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.request) {
      if case .request(let name) = $0 { name } else { nil }
    }
    try coder.one(2, &choice, Self.jq) { if case .jq(let program) = $0 { program } else { nil } }
    try coder.one(3, &choice, Self.command) {
      if case .command(let words) = $0 { words } else { nil }
    }
  }
}

extension GraphStep.Input: PayloadFields {
  static let blank = GraphStep.Input(name: "", step: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var (step, pick, literal) = ("", Pick.pointer(""), String?.none)
    switch source {
    case .result(let name, let part): (step, pick) = (name, part)
    case .literal(let text): literal = text
    }
    try coder.field(1, &name)
    try coder.field(2, &step)
    try coder.field(3, &pick, default: .pointer(""))
    try coder.field(4, &literal)
    source = literal.map(Source.literal) ?? .result(of: step, pick)
  }
}

extension GraphStep.Input.Pick: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.pointer) {
      if case .pointer(let text) = $0 { text } else { nil }
    }
    try coder.one(2, &choice, Self.jq) { if case .jq(let program) = $0 { program } else { nil } }
  }
}

extension StepProgress: PayloadFields {
  static let blank = StepProgress()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &state, default: .waiting)
    try coder.field(2, &job)
    try coder.field(3, &failure)
    try coder.field(4, &since)
    try coder.field(5, &started)
  }
}

extension GraphStep.State: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .waiting)
    try coder.one(2, &choice, .running)
    try coder.one(3, &choice, .done)
    try coder.one(4, &choice, .failed)
    try coder.one(5, &choice, Self.skipped) {
      if case .skipped(let step) = $0 { step } else { nil }
    }
    try coder.one(6, &choice, .notRun)
    try coder.one(7, &choice, .cancelled)
  }
}

/// The stored fields of a graph's material. They are sealed as one value, because drafts contain
/// secrets that the user typed, and values may be secret.
extension GraphMaterial: PayloadFields {
  static let blank = GraphMaterial()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &trust, default: .untrusted)
    try coder.sealed(2) { (inner) throws(Failure) in
      try inner.field(1, &environment.name)
      try inner.field(2, &environment.values)
      try inner.field(3, &environment.data)
      try inner.field(4, &drafts)
      try inner.fields(5, of: &gateways)
      try inner.field(6, &environment.composed)
      try inner.field(7, &environment.folders)
    }
  }
}

extension FolderDefaults: PayloadFields {
  static let blank = FolderDefaults()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &variables)
    try coder.field(2, &headers)
  }
}

extension VariableValue: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.fixed) { if case .fixed(let text) = $0 { text } else { nil } }
    try coder.one(2, &choice, Self.composed) {
      if case .composed(let text) = $0 { text } else { nil }
    }
  }
}
