"""The whole service with pages open: what each viewer is told, and what it may do."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.controls.setting import HIDDEN, PERSON
from companion.races import NothingToResume
from companion.table import FolderUnusable
from companion.web.door import address_of
from hardware.build import Hardware
from hardware.fakes import FakePanel
from hardware.gpio import pins_over
from tests.support.services import PATIENCE, address, quick, run, serving, watching

RACING = "race"


def stage(told: dict[str, object]) -> object:
    hello = told.get("hello")
    return hello.get("stage") if isinstance(hello, dict) else None


def test_a_press_on_the_page_is_a_press_on_the_panel_and_its_screen_comes_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as service, watching(service) as page:
            await page.until(lambda told: "oled:red" in told)
            assert page.screen("red")[0] == "NEW RACE Red"
            await page.press("red", "ok")
            await page.until(lambda told: stage(told) == RACING)
            width, height, bits = page.told["oled:red"]
            assert (width, height, len(bits)) == (128, 64, 1368)
            assert page.told["hello"]["mine"] == ["red"]
            assert {token["id"] for token in page.told["tokens"]} >= {"red", "blue", "green", "yellow"}

    run(play())


def test_a_spectator_sees_the_table_but_no_screen_and_is_not_heard(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as service, watching(service, "kind=watch") as page:
            await page.until(lambda told: "places" in told)
            assert not [key for key in page.told if key.startswith(("oled", "read", "touched", "setup", "links"))]
            await page.press("red", "ok")
            await page.say({"start": True})
            async with watching(service) as table:
                await table.until(lambda told: "oled:red" in told)
                assert stage(table.told) == "setup"

    run(play())


def test_a_phone_in_a_seat_gets_that_screen_alone_and_presses_only_its_own_buttons(tmp_path: Path) -> None:
    setting = quick().with_driver("blue", PERSON)

    async def play() -> None:
        async with serving(tmp_path, setting) as service, watching(service) as table:
            await table.until(lambda told: "links" in told)
            key = table.told["links"]["blue"].partition("?")[2]
            async with watching(service, f"kind=seat&seat=blue&{key}") as phone:
                await phone.until(lambda told: "oled:blue" in told)
                assert {key for key in phone.told if ":" in key} == {"oled:blue", "read:blue"}
                assert not {"tokens", "said", "places"} & set(phone.told)
                await phone.press("red", "menu")
                await phone.press("blue", "menu")
                await phone.until(lambda told: told["read:blue"][0] == "SET UP")
                await table.until(lambda told: told["read:blue"][0] == "SET UP")
                assert table.screen("red")[0] == "NEW RACE Red"

    run(play())


@pytest.mark.parametrize("query", ["kind=seat&seat=red", "kind=seat&seat=red&key=wrong", "key=wrong"])
def test_a_wrong_key_opens_nothing(tmp_path: Path, query: str) -> None:
    async def play() -> None:
        async with serving(tmp_path) as service:
            with pytest.raises((ConnectionClosed, InvalidStatus)):
                async with watching(service, query) as page:
                    await page.until(lambda told: True)

    run(play())


def test_on_the_network_only_the_key_that_was_printed_opens_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, key="sesame") as service:
            with pytest.raises((ConnectionClosed, InvalidStatus)):
                async with watching(service) as page:
                    await page.until(lambda told: True)
            async with watching(service, "key=sesame") as page:
                await page.until(lambda told: "oled:red" in told)
            async with watching(service, "kind=watch") as page:
                await page.until(lambda told: "places" in told)
            async with httpx.AsyncClient() as client:
                assert (await client.get(address_of(service.plan.door, "sesame"))).status_code == 200
                for path in ("/", "/seat/red", "/seat/red?key=wrong"):
                    answer = await client.get(address(service, path))
                    assert (answer.status_code, "Pitboard printed" in answer.text) == (403, True)

    run(play())


def test_pages_answer_to_our_own_names_only_and_to_no_foreign_page(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as service, httpx.AsyncClient() as client:
            assert (await client.get(address(service))).status_code == 200
            for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
                for path in ("/", "/watch", "/record", "/check"):
                    assert (await client.get(address(service, path), headers=headers)).status_code == 403

    run(play())


def test_the_first_load_fits_the_first_burst_of_a_connection(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as service, httpx.AsyncClient() as client:
            answer = await client.get(address(service))
            assert int(answer.headers["content-length"]) <= 14_600
            assert answer.headers["content-encoding"] == "gzip"
            for needle in ("http://", "https://"):
                left = answer.text.replace("http://www.w3.org/2000/svg", "")
                assert needle not in left

    run(play())


def test_nonsense_from_a_page_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as service, watching(service) as page:
            await page.until(lambda told: "oled:red" in told)
            nonsense: tuple[object, ...] = (
                [],
                {"press": "explode", "seat": "red"},
                {"press": "ok", "seat": "teapot"},
                {"set": 3},
                "x",
            )
            for said in nonsense:
                await page.say(said)
            await page.say({"set": {"option": "nothing", "value": 3}})
            await page.say({"set": {"option": "laps", "value": "many"}})
            await page.until(lambda told: any(problem["blocks"] for problem in told["setup"]["problems"]))
            await page.say({"start": True})
            await page.say({"set": {"option": "laps", "value": 2}})
            await page.until(lambda told: not told["setup"]["problems"])
            assert stage(page.told) == "setup"

    run(play())


def one_panel(loop: asyncio.AbstractEventLoop) -> Hardware:
    """A header with red's buttons alone."""
    made = Hardware(pins_over("mock"), (), None, uses_pins=False)
    made.panels["red"] = FakePanel("red")
    return made


@pytest.mark.rule("3.2")
def test_a_page_stands_in_for_a_panel_that_is_not_there(tmp_path: Path) -> None:
    async def play() -> None:
        people = quick().with_driver("blue", PERSON)
        async with serving(tmp_path, people, hardware=one_panel) as service, watching(service) as page:
            await page.until(lambda told: "oled:red" in told)
            told = [problem["text"] for problem in page.told["setup"]["problems"]]
            assert told == ["Only 1 panel is connected."]
            await page.press("red", "ok")
            await page.until(lambda told: told["read:red"][0] == "CANNOT START YET")
            await page.say({"start": True})
            await page.until(lambda told: stage(told) == RACING)

    run(play())


def test_the_last_set_up_is_offered_on_the_page(tmp_path: Path) -> None:
    people = quick(laps=2).with_driver("blue", PERSON)

    async def play() -> None:
        async with serving(tmp_path, people, new=True) as service, watching(service) as page:
            await page.until(lambda told: stage(told) == RACING)
        async with serving(tmp_path, quick(), as_last_time=True) as service, watching(service) as page:
            await page.until(lambda told: told.get("read:red", [""])[0] == "RACE FOUND")
            await page.press("red", "back")
            await page.until(lambda told: "As last time. Ready?" in told["read:red"])
            assert page.told["hello"]["mine"] == ["red", "blue"]
            await page.say({"set": {"standard": True}})
            await page.until(lambda told: told["hello"]["mine"] == ["red"])
            assert page.told["setup"]["changed"] is False

    run(play())


def test_a_race_that_was_broken_off_is_offered_and_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, new=True) as service, watching(service) as page:
            await page.until(lambda told: stage(told) == RACING)
            code = page.told["hello"]["code"]
        async with serving(tmp_path) as service, watching(service) as page:
            await page.until(lambda told: "oled:red" in told)
            assert page.screen("red")[0] == "RACE FOUND"
            await page.press("red", "ok")
            await page.until(lambda told: stage(told) == RACING and told["read:red"][0] == "CHECK THE BOARD")
            assert page.told["hello"]["code"] == code
        async with serving(tmp_path, resume=True) as service, watching(service) as page:
            await page.until(lambda told: stage(told) == RACING)
            assert page.told["hello"]["code"] == code

    run(play())


def test_resuming_where_there_is_nothing_says_so(tmp_path: Path) -> None:
    async def play() -> None:
        with pytest.raises(NothingToResume, match="no race to resume"):
            async with serving(tmp_path, resume=True):
                await asyncio.sleep(0)

    run(play())


def test_the_draws_can_be_checked_and_the_record_kept(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, new=True) as service, watching(service) as page:
            await page.until(lambda told: stage(told) == RACING)
            async with httpx.AsyncClient() as client:
                record = (await client.get(address(service, "/record"))).text
                assert '"seats":["red","blue","green","yellow"]' in record
                assert "Check the draws" in (await client.get(address(service, "/check"))).text

    run(play())


def over(told: dict[str, Any]) -> bool:
    return bool((told.get("pending") or {}).get("ranking"))


def test_a_race_of_bots_alone_runs_to_its_end_reveals_them_and_makes_room_for_another(tmp_path: Path) -> None:
    demo = replace(quick(), drivers=dict.fromkeys(("red", "blue"), HIDDEN))

    async def play() -> None:
        async with serving(tmp_path, demo, new=True) as service, watching(service) as page:
            await page.until(over)
            assert set(page.told["profiles"]) == {"red", "blue"}
            async with httpx.AsyncClient() as client, asyncio.timeout(PATIENCE):
                while '"is":"finished"' not in (await client.get(address(service, "/record"))).text:
                    await asyncio.sleep(0)
            await page.say({"again": True})
            await page.until(lambda told: stage(told) == "setup")
            await page.say({"start": True})
            await page.until(lambda told: stage(told) == RACING and not over(told))

    run(play())


def test_profiles_are_told_to_nobody_before_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, new=True) as service, watching(service) as page:
            await page.until(lambda told: stage(told) == RACING)
            assert page.told["profiles"] == {}
            heard = "".join(page.heard)
            assert not any(name in heard for name in ("aggressive", "cautious"))

    run(play())


def test_a_folder_that_fills_up_is_said_and_the_set_up_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(seal: object = None) -> None:
        raise FolderUnusable("The disk is full; free some space and start again.")

    async def play() -> None:
        async with serving(tmp_path) as service, watching(service) as page:
            monkeypatch.setattr(service.folder, "new_race", full)
            await page.until(lambda told: "oled:red" in told)
            await page.press("red", "ok")
            await page.until(lambda told: told["faults"] != [])
            assert page.told["faults"] == ["The disk is full; free some space and start again."]
            assert stage(page.told) == "setup"

    run(play())


def test_something_is_put_right_from_the_page(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, new=True) as service, watching(service) as page:
            await page.until(lambda told: stage(told) == RACING and "cars.red.fuel" in told["keys"])
            await page.say({"correct": "cars.red.fuel = 1", "seat": "red"})
            await page.until(lambda told: told["rows"]["seats"]["red"]["fuel"] == "1")
            await page.say({"correct": "teapots = 1", "seat": "red"})
            await page.until(lambda told: "teapots" in "".join(told["faults"]))

    run(play())


def test_a_bots_car_is_taken_over_from_the_page(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, new=True) as service, watching(service) as page:
            await page.until(lambda told: stage(told) == RACING)
            await page.say({"join": "blue"})
            await page.until(lambda told: told["hello"]["mine"] == ["red", "blue"])

    run(play())
