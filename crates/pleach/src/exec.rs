//! `pleach exec`: one concrete run; what it prints and returns is the program's own.

use crate::arguments::{ExecArgs, Invocation, checks};
use crate::failure::Failure;
use crate::front;
use crate::front::Program;
use pleach_env::{HostInput, OutputMode, World};
use pleach_interp::{Budget, Config, End, Finding, Machine, State, Stop};

use pleach_report::{Describe, Sources, incomplete_text, inputs};
use pleach_solver::{Chain, SharedCache, SolverConfig};
use std::process::ExitCode;
use std::sync::Arc;

/// What a shell shows for a program that was ended by SIGABRT.
const ERROR_EXIT: u8 = 134;

pub fn exec(args: &ExecArgs, invocation: &Invocation) -> Result<ExitCode, Failure> {
    let config = Config {
        checks: checks(&args.check),
        undefined: args.undefined.into(),
        max_stack: args.max_stack,
        fast_loop: !args.no_fast_loop,
        dead_values: args.front.dead_values(),
        ..Config::default()
    };
    let world = World::new(invocation.world.clone(), HostInput::Passed);
    let world = world.map_err(Failure::bad_input)?;
    let program = front::load(&args.front, &invocation.clang_args, world, config)?;
    if args.front.load_only {
        return Ok(ExitCode::SUCCESS);
    }
    let solver = Chain::new(
        program.terms.clone(),
        Arc::new(SharedCache::default()),
        SolverConfig::default(),
    );
    let mut machine = Machine::new(
        program.module.clone(),
        program.code.clone(),
        solver,
        program.terms.clone(),
        program.config.clone(),
        program.coverage.clone(),
    );
    let mut state = match machine.initial_state(&program.args, &[]) {
        Ok(state) => state,
        Err(why) => {
            return Err(Failure::Broken(format!(
                "the program cannot be started: {why:?}"
            )));
        }
    };
    // Should it ask for unknown input after all, it gets zeros and takes one way.
    state.forking = false;
    pleach_env::set_output_mode(&mut state, OutputMode::Stream);
    pleach_env::set_world(&mut state, program.world.clone());
    // An error that the program has a handler for, which then goes on.
    let mut handled = false;
    let end = loop {
        let stop = machine.run(&mut state, Budget::instructions(1_000_000));
        let warnings = std::mem::take(&mut machine.warnings);
        warnings.iter().for_each(|text| eprintln!("pleach: {text}"));
        for ended in std::mem::take(&mut machine.ended) {
            if let End::Error(finding) = &ended.end {
                pleach_env::flush_output();
                show_error(&program, &ended.state, finding);
                handled = true;
            }
        }
        if let Stop::Ended(end) = stop {
            break end;
        }
    };
    pleach_env::flush_output();
    Ok(ExitCode::from(match end {
        // As the kernel does: only the low byte is the parent's to see.
        End::Exit(code) => code as u8,
        End::Silent if handled => ERROR_EXIT,
        End::Silent => 0,
        End::Incomplete(why) => return Err(Failure::Broken(incomplete_text(&why))),
        End::Error(finding) => {
            show_error(&program, &state, &finding);
            ERROR_EXIT
        }
    }))
}

fn show_error(program: &Program, state: &State, finding: &Finding) {
    let sources = Sources::default();
    let inputs = inputs(state, &program.terms);
    let describe = Describe {
        module: &program.module,
        sources: &sources,
        finding,
        inputs: &inputs,
        test: None,
    };
    eprint!("{}", describe.readable());
}
