package import ClientDocuments

/// One line that is typed at the foot of the screen.
package struct Prompt: Hashable, Sendable {
  /// What a key did to a prompt, or what it asks of the purpose.
  enum Step: Equatable {
    case nothing, completes, accepts, leaves
    case changed(Change)
  }

  /// What is different: the text, or how a search reads it; or only the place of the cursor.
  package enum Change: Hashable, Sendable { case text, cursor }

  package private(set) var purpose: any PromptPurpose
  package var buffer: TextBuffer
  /// What is missing, once an empty line was accepted; shown where the text would stand.
  package private(set) var problem: String?
  /// Why the text cannot be accepted as it is; nil if it can, as far as is known.
  package private(set) var fault: Notice?
  /// Why the prompt accepts no text now. It takes the keys, so that none acts on what lies below.
  package private(set) var refusal: Notice?
  private var isRevealed = false

  package init(_ purpose: some PromptPurpose, text: String = "") {
    self.purpose = purpose
    buffer = TextBuffer(text)
  }

  /// Selects the text, so that typing replaces it.
  init(_ purpose: some PromptPurpose, selecting text: String) {
    self.init(purpose, text: text)
    var killed = ""
    _ = buffer.perform(.lineStart, killed: &killed)
    _ = buffer.perform(.selectLineEnd, killed: &killed)
  }

  /// Accepts no text and says why.
  init(refusing purpose: some PromptPurpose, _ refusal: Notice) {
    self.init(purpose)
    self.refusal = refusal
  }

  /// Whether Tab completes the text.
  var isCompleting: Bool { purpose is any CompletingPromptPurpose }

  /// The words before the text.
  package var label: String { purpose.label }

  /// How a search reads its text; nil for other prompts. The query's own text does not count.
  package var query: SearchQuery? { (purpose as? FindPrompt)?.query }

  /// Whether the text is shown as dots.
  package var isHidden: Bool { purpose.isSecret && !isRevealed }

  /// Whether accepting does something.
  var isAcceptable: Bool { problem == nil && fault == nil }

  /// Does a command in the text.
  mutating func perform(_ command: Command, _ memory: inout PromptMemory) -> Step {
    let before = self
    switch command {
    case .typing(.leave), .app(.back): return .leaves
    case .typing(.enter): return .accepts
    case _ where refusal != nil: return .nothing
    case .typing(.nextField) where isCompleting: return .completes
    case .typing(.reveal) where purpose.isSecret:
      isRevealed.toggle()
      return .changed(.cursor)
    case .typing(.up) where history != nil: walk(-1, &memory)
    case .typing(.down) where history != nil: walk(1, &memory)
    case .insert(let text):
      memory.stopWalking()
      buffer.insert(text)
    case .typed(let text):
      memory.stopWalking()
      buffer.type(text)
    case .typing(let command):
      memory.stopWalking()
      memory.type(command, in: &buffer)
    case .search(let command): turn(command)
    default: return .nothing
    }
    return change(since: before).map(Step.changed) ?? .nothing
  }

  /// Completes the text by Tab; the change is nil if the text is the same.
  mutating func complete(
    _ keys: inout KeyCycle, in app: inout AppModel
  ) -> (effects: [Effect], change: Change?) {
    let before = self
    let completing = purpose as? any CompletingPromptPurpose
    let effects = completing?.complete(&buffer, &keys, in: &app) ?? []
    return (effects, change(since: before))
  }

  /// Whether the text is not empty where the purpose needs one; otherwise the prompt shows what it needs.
  mutating func isComplete() -> Bool {
    problem = nil
    guard let need = purpose.need, buffer.text.allSatisfy(\.isWhitespace) else { return true }
    buffer = TextBuffer()
    problem = need
    return false
  }

  /// Whether the purpose can take the text; otherwise the prompt says why not until the text is changed.
  mutating func isReadable(_ app: AppModel) -> Bool {
    guard let found = purpose.fault(in: buffer.text, of: app) else { return true }
    fault = found
    return false
  }

  var history: WritableKeyPath<PromptMemory, PromptHistory>? {
    (purpose as? any LivePromptPurpose)?.history
  }

  private mutating func walk(_ step: Int, _ memory: inout PromptMemory) {
    memory.keys.stop()
    guard let history, let text = memory[keyPath: history].walk(step, from: buffer.text) else {
      return
    }
    buffer.replaceAll(with: text)
  }

  private mutating func turn(_ command: SearchCommand) {
    guard var find = purpose as? FindPrompt else { return }
    find.query.turn(command)
    purpose = find
  }

  private mutating func change(since before: Prompt) -> Change? {
    guard buffer != before.buffer || query != before.query else { return nil }
    fault = (purpose as? FindPrompt)?.fault(in: buffer.text)
    if buffer.text != before.buffer.text { problem = nil }
    return buffer.text == before.buffer.text && query == before.query ? .cursor : .text
  }
}

extension Prompt {
  package static func == (one: Prompt, other: Prompt) -> Bool {
    one.purpose.isEqual(to: other.purpose) && one.buffer == other.buffer
      && one.problem == other.problem && one.fault == other.fault && one.refusal == other.refusal
      && one.isRevealed == other.isRevealed
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(purpose))
    hasher.combine(buffer)
  }
}
