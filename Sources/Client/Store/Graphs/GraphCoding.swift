import ClientCore
import ClientModel

/// How a graph's row is written: the plan, and how each step stands. No secret is in it.
extension GraphRun {
  /// Form 2 added the cache defaults, 3 batches, 4 what a step expects. Form 4 also dropped a byte of batches.
  private static let form: UInt8 = 4

  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(Self.form)
    writer.text(workspace)
    writer.text(environment)
    writer.byte(urgency.rawValue)
    writer.time(created)
    writer.time(since)
    writer.byte(order.rawValue)
    writer.text(plan.name)
    writer.text(plan.onFailure.rawValue)
    try plan.cache.write(to: &writer)
    switch (plan.shape, standing) {
    case (.rows(let rows), .rows(let standing)):
      writer.byte(1)
      writer.text(rows.source)
      writer.count(rows.count)
      writer.signed(standing.first.rawValue)
    case (.steps, _), (_, .steps):
      writer.byte(0)
      try writer.list(plan.steps) { (w, step) throws(Failure) in try step.write(to: &w) }
      try writer.list(steps) { (w, step) throws(Failure) in try step.write(to: &w) }
    }
  }

  init(id: GraphID, from reader: inout ByteReader) throws(Failure) {
    let form = try reader.byte()
    guard 1...Self.form ~= form else { throw .damaged("its version is unknown") }
    let workspace = try reader.text()
    let environment = try reader.text()
    let urgency = try reader.choice(Job.Urgency.self)
    let created = try reader.time()
    let since = try reader.time()
    let order = try reader.choice(Order.self)
    var plan = GraphPlan(
      name: try reader.text(), onFailure: try reader.named(GraphPlan.FailurePolicy.self),
      cache: form > 1 ? try CacheDefaults(from: &reader) : CacheDefaults(), steps: [])
    if form > 2, try reader.flag() {
      plan.shape = .rows(RowPlan(source: try reader.text(), count: try reader.integer()))
      // In form 3, this byte said which rows had failed.
      if form == 3 { _ = try reader.byte() }
      self.init(
        id: id, plan: plan, workspace: workspace, environment: environment, created: created,
        since: since, order: order,
        rows: RowStanding(first: JobID(try reader.signed()), counts: RowCounts()))
      return
    }
    plan.steps = try reader.list { (r) throws(Failure) in try GraphStep(from: &r, form: form) }
    let steps = try reader.list { (r) throws(Failure) in try StepStanding(from: &r) }
    guard steps.count == plan.steps.count else { throw .damaged("a step is missing") }
    self.init(
      id: id, plan: plan, workspace: workspace, environment: environment, urgency: urgency,
      created: created, since: since, order: order, steps: steps)
  }

  /// A batch with the counts, which stand in a table of their own.
  func counting(_ counts: RowCounts) -> GraphRun {
    guard case .rows(var rows) = standing else { return self }
    var run = self
    rows.counts = counts
    run.standing = .rows(rows)
    return run
  }
}

extension GraphStep {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(name)
    switch work {
    case .request(let name):
      writer.byte(0)
      writer.text(name)
    case .jq(let program):
      writer.byte(1)
      writer.text(program)
    case .command(let words):
      writer.byte(2)
      try writer.list(words) { (w, word) throws(Failure) in w.text(word) }
    }
    try writer.list(inputs) { (w, input) throws(Failure) in
      w.text(input.name)
      w.text(input.step)
      switch input.pick {
      case .pointer(let text):
        w.byte(0)
        w.text(text)
      case .jq(let text):
        w.byte(1)
        w.text(text)
      }
    }
    for names in [needs, after] {
      try writer.list(names) { (w, name) throws(Failure) in w.text(name) }
    }
    try writer.optional(expect) { (w, expect) throws(Failure) in w.text(expect.text) }
  }

  init(from reader: inout ByteReader, form: UInt8) throws(Failure) {
    let name = try reader.text()
    let work: Work
    switch try reader.byte() {
    case 0: work = .request(try reader.text())
    case 1: work = .jq(try reader.text())
    case 2: work = .command(try reader.list { (r) throws(Failure) in try r.text() })
    default: throw .damaged("what a step does is unknown")
    }
    let inputs = try reader.list { (r) throws(Failure) -> Input in
      let (name, step) = (try r.text(), try r.text())
      switch try r.byte() {
      case 0: return Input(name: name, step: step, pick: .pointer(try r.text()))
      case 1: return Input(name: name, step: step, pick: .jq(try r.text()))
      default: throw .damaged("how a value is picked is unknown")
      }
    }
    self.init(
      name: name, work: work, inputs: inputs,
      needs: try reader.list { (r) throws(Failure) in try r.text() },
      after: try reader.list { (r) throws(Failure) in try r.text() },
      expect: form < 4
        ? nil
        : try reader.optional { (r) throws(Failure) in
          let text = try r.text()
          do throws(Assertion.Problem) {
            return try Assertion(text)
          } catch {
            throw Failure.damaged("what a step expects is unknown")
          }
        })
  }
}

extension StepStanding {
  func write(to writer: inout ByteWriter) throws(Failure) {
    switch state {
    case .waiting: writer.byte(0)
    case .running: writer.byte(1)
    case .done: writer.byte(2)
    case .failed: writer.byte(3)
    case .skipped(let because):
      writer.byte(4)
      writer.count(because)
    case .notRun: writer.byte(5)
    }
    try writer.optional(job) { (w, id) throws(Failure) in w.signed(id.rawValue) }
    try writer.optional(failure) { (w, failure) throws(Failure) in try failure.write(to: &w) }
    try writer.optional(since) { (w, time) throws(Failure) in w.time(time) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let state: GraphStep.State
    switch try reader.byte() {
    case 0: state = .waiting
    case 1: state = .running
    case 2: state = .done
    case 3: state = .failed
    case 4: state = .skipped(because: try reader.integer())
    case 5: state = .notRun
    default: throw .damaged("a step's state is unknown")
    }
    self.init(
      state: state, job: try reader.optional { (r) throws(Failure) in JobID(try r.signed()) },
      failure: try reader.optional { (r) throws(Failure) in try Failure(from: &r) },
      since: try reader.optional { (r) throws(Failure) in try r.time() })
  }
}

extension GraphMaterial {
  /// 2 added how answers are read, 3 values that came as data and the workspace's credential names.
  private static let form: UInt8 = 3

  /// Sealed as a whole: drafts hold what is typed into secret places, and values may be secrets.
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(Self.form)
    writer.byte(trust.rawValue)
    try writer.sealed { (w) throws(Failure) in
      w.text(environment.name)
      for values in [environment.values, environment.data] {
        w.count(values.count)
        for name in values.keys.sorted() {
          w.text(name)
          try (values[name] ?? "").write(to: &w)
        }
      }
      w.count(drafts.count)
      for name in drafts.keys.sorted() {
        w.text(name)
        try (drafts[name] ?? Draft()).write(to: &w)
      }
      try gateways.write(to: &w)
      try gateways.credentialNames.write(to: &w)
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let form = try reader.byte()
    guard 2...Self.form ~= form else { throw .damaged("its version is unknown") }
    let trust = try reader.choice(Trust.self)
    self = try reader.sealed { (r) throws(Failure) in
      var material = GraphMaterial(environment: Environment(name: try r.text()), trust: trust)
      for _ in 0..<(try r.count()) {
        material.environment.values[try r.text()] = try SensitiveText(from: &r)
      }
      if form > 2 {
        for _ in 0..<(try r.count()) {
          material.environment.data[try r.text()] = try SensitiveText(from: &r)
        }
      }
      for _ in 0..<(try r.count()) { material.drafts[try r.text()] = try Draft(from: &r) }
      material.gateways = try Gateways(from: &r)
      guard form > 2 else { return material }
      material.gateways.credentialNames = try CredentialNames(from: &r)
      return material
    }
  }
}
