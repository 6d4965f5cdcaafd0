import Testing

@testable import ClientHTTP

/// Dates of cookies, by the corpus of the working group that wrote RFC 6265.
///
/// - Source: abarth/http-state, tests/data/dates; copyright 2010 The Chromium Authors, BSD 3-Clause license. The expected
///   times are written in seconds since 1970.
struct CookieDateTests {
  @Test(arguments: [
    ("Mon, 10-Dec-2007 17:02:24 GMT", 1_197_306_144),
    ("Wed, 09 Dec 2009 16:27:23 GMT", 1_260_376_043),
    ("Thursday, 01-Jan-1970 00:00:00 GMT", 0),
    ("Mon Dec 10 16:32:30 2007 GMT", 1_197_304_350),
    ("Wednesday, 01-Jan-10 00:00:00 GMT", 1_262_304_000),
    ("Mon, 10-Dec-07 20:35:03 GMT", 1_197_318_903),
    ("Wed, 1 Jan 2020 00:00:00 GMT", 1_577_836_800),
    ("Saturday, 8-Dec-2012 21:24:09 GMT", 1_355_001_849),
    ("Thu, 31 Dec 23:55:55 2037 GMT", 2_145_916_555),
    ("Sun,  9 Dec 2012 13:42:05 GMT", 1_355_060_525),
    ("Wed Dec 12 2007 08:44:07 GMT-0500 (EST)", 1_197_449_047),
    ("Sun, 1-Jan-1995 00:00:00 GMT", 788_918_400),
    ("Wednesday, 01-Jan-10 0:0:00 GMT", 1_262_304_000),
    ("Thu, 10 Dec 2009 13:57:2 GMT", 1_260_453_422),
    ("Sat, 15-Apr-17 21:01:22 GMT", 1_492_290_082),
    ("Thu, 19-Apr-2007 16:00:00 GMT", 1_176_998_400),
    ("Wed, 25 Apr 2007 21:02:13 GMT", 1_177_534_933),
    ("Thu, 19/Apr\\2007 16:00:00 GMT", 1_176_998_400),
    ("Fri, 1 Jan 2010 01:01:50 GMT", 1_262_307_710),
    ("Wednesday, 1-Jan-2003 00:00:00 GMT", 1_041_379_200),
    (", 1-Jan-2003 00:00:00 GMT", 1_041_379_200),
    (" 1-Jan-2003 00:00:00 GMT", 1_041_379_200),
    ("1-Jan-2003 00:00:00 GMT", 1_041_379_200),
    ("Wed,18-Apr-07 22:50:12 GMT", 1_176_936_612),
    ("WillyWonka  , 18-Apr-07 22:50:12 GMT", 1_176_936_612),
    ("WillyWonka  , 18-Apr-07 22:50:12", 1_176_936_612),
    ("WillyWonka  ,  18-apr-07   22:50:12", 1_176_936_612),
    ("Mon, 18-Apr-1977 22:50:13 GMT", 230_251_813),
    ("Mon, 18-Apr-77 22:50:13 GMT", 230_251_813),
    ("\"Sat, 15-Apr-17\\\"21:01:22\\\"GMT\"", 1_492_290_082),
    ("Partyday, 18- April-07 22:50:12", 1_176_936_612),
    ("Partyday, 18 - Apri-07 22:50:12", 1_176_936_612),
    ("Wednes, 1-Januar-2003 00:00:00 GMT", 1_041_379_200),
    ("Sat, 15-Apr-17 21:01:22", 1_492_290_082),
    ("Sat, 15-Apr-17 21:01:22 GMT-2", 1_492_290_082),
    ("Sat, 15-Apr-17 21:01:22 GMT BLAH", 1_492_290_082),
    ("Sat, 15-Apr-17 21:01:22 GMT-0400", 1_492_290_082),
    ("Sat, 15-Apr-17 21:01:22 GMT-0400 (EDT)", 1_492_290_082),
    ("Sat, 15-Apr-17 21:01:22 DST", 1_492_290_082),
    ("Sat, 15-Apr-17 21:01:22 -0400", 1_492_290_082),
    ("Sat, 15-Apr-17 21:01:22 (hello there)", 1_492_290_082),
    ("Sat, 15-Apr-17 21:01:22 11:22:33", 1_492_290_082),
    ("Sat, 15-Apr-17 ::00 21:01:22", 1_492_290_082),
    ("Sat, 15-Apr-17 boink:z 21:01:22", 1_492_290_082),
    ("Thu Apr 18 22:50:12 2007 GMT", 1_176_936_612),
    ("22:50:12 Thu Apr 18 2007 GMT", 1_176_936_612),
    ("Thu 22:50:12 Apr 18 2007 GMT", 1_176_936_612),
    ("Thu Apr 22:50:12 18 2007 GMT", 1_176_936_612),
    ("Thu Apr 18 2007 22:50:12 GMT", 1_176_936_612),
    ("Thu Apr 18 2007 GMT 22:50:12", 1_176_936_612),
    ("15-Sat, Apr-17 21:01:22 GMT", 1_492_290_082),
    ("15-Sat, Apr 21:01:22 GMT 17", 1_492_290_082),
    ("15-Sat, Apr 21:01:22 GMT 2017", 1_492_290_082),
    ("15 Apr 21:01:22 2017", 1_492_290_082),
    ("15 17 Apr 21:01:22", 1_492_290_082),
    ("Apr 15 17 21:01:22", 1_492_290_082),
    ("Apr 15 21:01:22 17", 1_492_290_082),
    ("2017 April 15 21:01:22", 1_492_290_082),
    ("15 April 2017 21:01:22", 1_492_290_082),
  ]) func `a date is read as RFC 6265 says`(text: String, seconds: Int64) {
    #expect(CookieDate.parse(text)?.milliseconds == seconds * 1000)
  }

  @Test(arguments: [
    "Sat, 15-Apr-17 91:22:33 21:01:22",
    "98 April 17 21:01:22",
    "Thu, 012-Aug-2008 20:49:07 GMT",
    "Thu, 12-Aug-31841 20:49:07 GMT",
    "Thu, 12-Aug-9999999999 20:49:07 GMT",
    "Thu, 999999999999-Aug-2007 20:49:07 GMT",
    "Thu, 12-Aug-2007 20:61:99999999999 GMT",
    "IAintNoDateFool",
    "Mon, 01-Jan-2011 00: 00:00 GMT",
    "31 Apr 2020 00:00:00", "29 Feb 2019 00:00:00", "1 Jan 1600 00:00:00", "1 Jan 2020 24:00:00",
  ]) func `what is not a date is ignored`(text: String) {
    #expect(CookieDate.parse(text) == nil)
  }

  @Test(arguments: [
    ("29 Feb 2000 00:00:00", 951_782_400), ("1 Jan 1601 00:00:00", -11_644_473_600),
  ])
  func `leap days and early years count`(text: String, seconds: Int64) {
    #expect(CookieDate.parse(text)?.milliseconds == seconds * 1000)
  }
}
