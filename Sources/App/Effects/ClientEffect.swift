import ClientModel
import ViewModels

/// An effect of a feature that the client carries out.
///
/// The handler is an extension of the effect. The handler and its state are in the folder of the
/// feature.
protocol ClientEffect: Hashable, Sendable {
  /// The serial task of the effect.
  var serialQueue: EffectQueue { get }
  /// The serial tasks that must complete their earlier effects before this effect begins.
  static var follows: [EffectQueue] { get }
  /// Notifies the context when the user requests the effect, before the effect begins.
  func announce(to context: EffectContext)
  /// Begins the effect if it takes a long time. Later effects do not wait for the returned task.
  ///
  /// Returns nil for a short effect. `carryOut` carries it out.
  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>?
  func carryOut(in context: EffectContext) async throws -> [AppEvent]
}

/// An effect that sends requests. For a production environment, the user may have to confirm it.
protocol ProductionEffect: ClientEffect {
  /// Carries out the effect.
  ///
  /// - Parameter confirmed: The production environment that the user confirmed for these requests.
  ///   Nil means that the user confirmed nothing.
  func carryOut(in context: EffectContext, confirmed: String?) async throws -> [AppEvent]
}

extension ClientEffect {
  var serialQueue: EffectQueue { .feature(ObjectIdentifier(Self.self)) }
  static var follows: [EffectQueue] { [] }
  func announce(to context: EffectContext) {}
  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>? { nil }
}

extension ProductionEffect {
  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
    try await carryOut(in: context, confirmed: nil)
  }
}

extension Effect {
  /// The effect for the handler of its feature. It is nil for an effect of the models or the
  /// terminal.
  var forClient: (effect: any ClientEffect, confirmed: String?)? {
    switch self {
    case .queue(let effect): (effect, nil)
    case .response(let effect): (effect, nil)
    case .requests(let effect): (effect, nil)
    case .sending(let effect): (effect, nil)
    case .drafts(let effect): (effect, nil)
    case .workspace(let effect): (effect, nil)
    case .feature(let any): (any.effect as? any ClientEffect).map { ($0, nil) }
    case .listFolder(let path): (FolderListing(path: path), nil)
    case .confirmed(let effect, let environment):
      effect.forClient.map { ($0.effect, environment) }
    case .list, .notify, .ask, .confirm, .showJob, .compareJob, .begin, .compose, .saveInScratch,
      .remember, .copy, .openEditor, .store, .preview, .keys, .readManual, .suspend, .redraw, .quit:
      nil
    }
  }
}
