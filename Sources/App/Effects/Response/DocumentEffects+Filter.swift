import ClientCore
import ClientDocuments
import ClientModel
import ReadingValues
import ViewModels

/// The effects that run jq on the open body.
extension DocumentEffects {
  /// The pause in typing before jq runs the program.
  private static let rest = Duration.milliseconds(150)

  func runFilter(_ turn: FilterRun) async -> [AppEvent] {
    filterRun?.cancel()
    filterNumber = turn.number
    if turn.pace == .resting {
      do { try await QuietClock().sleep(for: Self.rest) } catch { return [] }
    }
    // The user may have typed another program meanwhile.
    guard filterNumber == turn.number else { return [] }
    do {
      if let (program, input, reach) = try await reader.nextInput(of: turn.number) {
        let run = Task { await FilterResult.run(program, on: input, reach) }
        filterRun = run
        let result = await run.value
        guard filterNumber == turn.number else { return [] }
        switch result {
        case .printed(let bytes, let complaint):
          await reader.take(bytes, complaint: complaint, of: turn.number)
        case .refused(let why): return [refused(turn, why)]
        }
      }
      await reader.handle(turn.request)
      return []
    } catch {
      return [refused(turn, "\(error.what) \(error.why)")]
    }
  }

  func stopFilter() -> [AppEvent] {
    filterNumber = 0
    filterRun?.cancel()
    filterRun = nil
    return []
  }

  private func refused(_ turn: FilterRun, _ why: String) -> AppEvent {
    let request = turn.request
    return .response(
      .document(
        DocumentUpdate(
          generation: request.generation, view: request.view,
          outcome: .filter(FilterUpdate(number: turn.number, standing: .refused(why))))))
  }
}
