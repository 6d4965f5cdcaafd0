import ClientModel

/// From a committed attempt to the transport.
extension Client {
  /// Hands committed attempts over, in one call; those with secrets follow when these are found.
  func dispatch(_ jobs: [JobID]) async {
    guard !jobs.isEmpty else { return }
    for jar in Set(jobs.compactMap { runs[$0].flatMap(jar) }) { await load(jar) }
    var ready: [OutgoingAttempt] = []
    ready.reserveCapacity(jobs.count)
    for id in jobs {
      guard let run = runs[id], run.phase == .preparing else { continue }
      let references = run.request.references
      if references.isEmpty {
        if let attempt = outgoing(run, [:]) { ready.append(attempt) }
      } else {
        Task { await resolveAndBegin(run.attempt, references) }
      }
    }
    if !ready.isEmpty { transport.begin(ready) }
  }

  private func resolveAndBegin(_ attempt: AttemptID, _ references: [SecretReference]) async {
    var found: [SecretReference: Secret] = [:]
    for reference in references where found[reference] == nil {
      do throws(Failure) {
        found[reference] = try await secrets.resolve(reference)
      } catch {
        guard let run = current(attempt), run.phase == .preparing else { return }
        if run.stop != nil {
          end(
            run, AttemptResult(end: .cancelled),
            stopped(run, AttemptResult(end: .cancelled), .nothing))
        } else {
          end(
            run, AttemptResult(end: .failed(error)), .held(.missingSecret(reference.description)))
        }
        fill()
        return
      }
    }
    guard let run = current(attempt), run.phase == .preparing else { return }
    if let ready = outgoing(run, found) { transport.begin([ready]) } else { fill() }
  }

  /// The attempt with everything filled in; nil when it ended here instead.
  private func outgoing(
    _ run: Run, _ found: [SecretReference: Secret]
  ) -> OutgoingAttempt? {
    if run.stop != nil {
      let result = AttemptResult(end: .cancelled)
      end(run, result, stopped(run, result, .nothing))
      return nil
    }
    do throws(Failure) {
      let request = try WireRequest(filling: run.request, with: found)
      let path = storage.newBodyPath(for: run.attempt)
      runs[run.job.id]?.phase = .onWire
      runs[run.job.id]?.bodyPath = path
      budget.countRequest(to: run.request.origin.host, at: clock.now)
      return OutgoingAttempt(id: run.attempt, request: request, bodyPath: path, jar: jar(run))
    } catch {
      end(run, AttemptResult(end: .failed(error)), .failed(error))
      return nil
    }
  }

  /// The run of an attempt that is still the job's latest.
  func current(_ attempt: AttemptID) -> Run? {
    runs[attempt.job].flatMap { $0.attempt == attempt ? $0 : nil }
  }

  private func jar(_ run: Run) -> CookieJarKey? {
    guard run.request.options.cookies == .jar else { return nil }
    return CookieJarKey(workspace: run.job.lane.workspace, environment: options.environment)
  }

  /// Fills the transport's jar at its first use.
  private func load(_ jar: CookieJarKey) async {
    guard !loadedJars.contains(jar) else { return }
    do throws(Failure) {
      let lines = try await storage.cookies(in: jar)
      guard loadedJars.insert(jar).inserted, !lines.isEmpty else { return }
      transport.setCookies(lines, in: jar)
    } catch {
      tell(.noticed(error))
    }
  }
}
