import ClientModel
import Panels

@testable import ViewModels

/// Screens that protect from files of others and from mistakes in production.
enum SafetyScenes {
  /// - Parameter untrusted: A model in a workspace that is not trusted.
  static func all(_ untrusted: AppModel) -> [(String, AppModel, KeyReader)] {
    var changed = untrusted
    _ = changed.receive(.trustAsked(difference))
    var live = AppModel()
    var environment = Environment(name: "live")
    environment.purpose = .production
    _ = live.receive(
      .environments(.list(["dev", "live"], chosen: environment, production: ["live"])))
    var asked = live
    let url = "https://api.example.com/pay"
    let effect = Effect.sending(.submit(Draft(method: "POST", url: url), .immediate))
    if let question = ViewModels.Confirmation(
      sending: [NamedRequest(.post, url)], toProduction: "live", by: effect)
    {
      _ = asked.receive(.confirm(question))
    }
    return [
      ("trust-difference", changed, KeyReader()), ("production", live, KeyReader()),
      ("production-question", asked, KeyReader()),
    ]
  }

  private static let difference = FileDifference(
    since: .accepted,
    [
      FileChange(
        .changed, "requests/pay.yaml",
        lines: [
          .place(2), .removed("url: https://api.example.com/pay"),
          .added("url: https://evil.example/\u{1B}[2Jpay"),
        ]),
      FileChange(.added, "graphs/run.yaml", lines: [.place(1), .added("steps: {}")]),
    ])
}
